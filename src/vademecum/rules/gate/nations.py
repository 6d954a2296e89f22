"""Personal numbers of further countries, each told by its label; where none has a check figure, the label decides."""

# ruff: noqa: E501  a pattern is one line

from vademecum.rules.gate.labelled import labelled
from vademecum.rules.gate.personal import DATE, personal

_SEP = r"[ .\-/]?"

NATIONS = (
    labelled("national-id", "(?:national|citizen|resident|personal|civil|state|government)[ _-](?:identity|identification|insurance|id|health)(?:[ _-](?:card|code|no|number))?|identity number|id card number|citizenship number|nid|philsys|civil id|qid|iqama|emirates id|kod(?:e)? melli", r"[A-Z]{0,3}[ \-]?\d[\d .\-/]{5,18}\d[A-Z]?", ("national", "citizen", "resident", "personal", "civil", "state", "government", "identity", "id card", "nid", "qid", "iqama", "melli", "philsys"), "identity",
             ("national ID: 29001011234567", "Civil ID of the driver 287042101234"), ("national ID is required", "personal id 12", "citizen id 2026-05-04")),
    labelled("latin-dni", "dni|c\\.?i\\.?(?: n[\xba\xb0o])|documento nacional de identidad", r"\d{1,2}\.\d{3}\.\d{3}|\d{7,8}", ("dni", "c.i", "ci ", "documento"), "numbered", ("DNI 30.123.456", "DNI del titular: 45719263"), ("dni 12",)),
    labelled("latin-cedula", "c[\xe9e]dula(?: de (?:identidad|ciudadan[i\xed]a))?", r"[VE]-?\d{1,2}\.?\d{3}\.?\d{3}|\d\.\d{3}\.\d{3}-\d|\d{3}-\d{7}-\d|\d{1,2}-\d{3,4}-\d{4,5}", ("dula",), "numbered", ("cédula V-12.345.678", "cédula 001-1234567-8"), ("cédula falta",)),
    labelled("latin-ruc", "ruc|nit|rfc|rtn|rnc", r"\d{9,13}(?:-\d)?|\d{3}\.\d{3}\.\d{3}-\d", ("ruc", "nit", "rnc", "rtn"), "numbered", ("RUC 20719352648", "NIT 900.719.352-7"), ("nit 12",)),
    labelled("mx-elector", "clave de elector|ine|ife", r"[A-Z]{6}\d{8}[HM]\d{3}", ("elector", "ine", "ife"), "always", ("clave de elector GMVLMR80070501M100",), ("ine is",)),
    labelled("social-security", "nss|imss|seguridad social|seguran\xe7a social|niss|social security no|svnr|svn|sozialversicherungs(?:nummer|nr\\.?)|sv-(?:nummer|nr\\.?)|versicherungs(?:nummer|nr\\.?)|numero di previdenza", rf"\d{{2}}{_SEP}\d{{8}}{_SEP}\d{{2}}|\d{{11}}|\d{{4}}[ ]?{'(?:0[1-9]|[12][0-9]|3[01])'}\d{{4}}", ("nss", "imss", "seguridad", "seguran", "niss", "social security", "svn", "versicherung", "sv-n", "previdenza"), "numbered",
             ("NSS 28 71935264 40", "SVNR 1237 010180"), ("nss 12", "Versicherungsnummer fehlt")),
    labelled("balkan-id", "egn|oib|jmbg|emso|embg|umcn", r"\d{10,13}", ("egn", "oib", "jmbg", "emso", "embg", "umcn"), "numbered", ("EGN 7523169263", "OIB 69435151530", "ЕГН 7523169263"), ("oib 12",)),
    labelled("baltic-id", "isikukood|personas kods|asmens kodas|personal code", r"\d{6}-?\d{5}", ("isikukood", "personas kods", "asmens kodas", "personal code"), "numbered", ("isikukood 37605030299", "personas kods 161175-19997"), ("isikukood puudub",)),
    labelled("hu-id", "taj(?:-?sz\xe1m)?|ad\xf3azonos\xedt\xf3(?: jel)?|szem\xe9lyi (?:sz\xe1m|azonos\xedt\xf3)|szem\xe9lyi igazolv\xe1ny(?:sz\xe1m)?", r"\d{3}[ -]?\d{3}[ -]?\d{3}|\d{10}|\d-?\d{6}-?\d{4}|\d{6}[ ]?[A-Z]{2}", ("taj", "azonos", "szem"), "numbered", ("TAJ-szám 123 456 788", "adóazonosító jel 8071592153"), ("taj mahal",)),
    labelled("ua-tax", "rnokpp|ipn|edrpou", r"\d{8,10}", ("rnokpp", "ipn", "edrpou"), "numbered", ("ІПН 3184710691", "РНОКПП 3184710691"), ("ipn handler",)),
    labelled("pl-regon", "regon|nip|dow[\xf3o]d(?: osobisty)?|nr dowodu", r"\d{9}|\d{14}|\d{3}-\d{3}-\d{2}-\d{2}|[A-Z]{3}[ ]?\d{6}", ("regon", "nip", "dow", "dowodu"), "numbered", ("REGON 719352645", "dowód osobisty ABC 719352"), ("regon brak",)),
    labelled("pt-cc", "cart\xe3o de cidad\xe3o|bilhete de identidade|cc|bi", r"\d{8}[ ]?\d[ ]?[A-Z]{2}\d", ("cidad", "bilhete", "cc", "bi"), "always", ("cartão de cidadão 12345678 9 ZZ4",), ("cc 12",)),
    labelled("fr-tax", "num\xe9ro fiscal|spi|r\xe9f\xe9rence fiscale|matricule", r"\d{2}[ ]?\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}", ("fiscal", "spi", "matricule"), "numbered", ("numéro fiscal 30 23 217 600 053",), ("spi bus 2",)),
    labelled("za-id", "(?:south african|sa|rsa|id|identity)(?: id)?(?: number)?", r"\d{6}[ ]?\d{4}[ ]?[01][89]\d", ("south african", "sa id", "rsa", "id ", "identity"), "luhn", ("ID number 8001015009087",), ("ID 8001015009088",)),
    labelled("african-id", "nin|bvn|ghana card|huduma(?: namba)?|kra pin|national id", r"\d{11}|GHA-?\d{9}-?\d|[AP]\d{9}[A-Z]|\d{8}", ("nin", "bvn", "ghana", "huduma", "kra"), "numbered", ("NIN 71935264801", "KRA PIN A719352648B"), ("nin jam",)),
    labelled("pk-cnic", "cnic|nicop", r"\d{5}-?\d{7}-?\d", ("cnic", "nicop"), "always", ("CNIC 35202-1234567-1",), ("cnic is",)),
    labelled("lk-nic", "nic", r"\d{9}[VX]", ("nic",), "always", ("NIC 853400937V",), ("nic eth0",)),
    labelled("th-id", "thai id|citizen id|id card", r"\d-?\d{4}-?\d{5}-?\d{2}-?\d", ("thai id", "citizen id", "id card"), "numbered", ("Thai ID 1-1020-01234-56-7", "เลขประจำตัวประชาชน 1-1020-01234-56-7"), ("thai idea",)),
    labelled("vn-id", "cccd|cmnd|can cuoc(?: cong dan)?", r"\d{12}|\d{9}", ("cccd", "cmnd", "can cuoc"), "always", ("CCCD 001099012345",), ("cccd is",)),
    labelled("my-id", "mykad|ic|nric|kad pengenalan", r"\d{6}-\d{2}-\d{4}", ("mykad", "ic", "pengenalan"), "always", ("MyKad 900131-14-5678", "IC number 900131-14-5678"), ("ic 7400",)),
    labelled("id-nik", "nik|ktp|npwp", r"\d{16}|\d{2}\.\d{3}\.\d{3}\.\d-\d{3}\.\d{3}", ("nik", "ktp", "npwp"), "always", ("NIK 3171234567890123",), ("nik said",)),
    labelled("ph-id", "sss|umid|psn|pcn|philhealth|pag-?ibig|tin", r"\d{2}-\d{7}-\d|\d{3}-\d{3}-\d{3}(?:-\d{3,5})?|\d{4}-\d{4}-\d{4}(?:-\d{4})?|\d{2}-\d{9}-\d", ("sss", "umid", "psn", "pcn", "philhealth", "ibig", "tin"), "numbered", ("SSS 34-1234567-8", "TIN 123-456-789-000"), ("tin 12", "setting 123")),
    labelled("nz-ird", "ird|inland revenue", r"\d{2,3}[- ]\d{3}[- ]\d{3}", ("ird", "inland"), "always", ("IRD number 49-091-850",), ("bird 12",)),
    labelled("kz-iin", "iin", r"\d{12}", ("iin",), "always", ("ИИН 900131300123",), ("iin 12",)),
    labelled("in-voter", "voter(?:'s)? id|epic|uan|esic", r"[A-Z]{3}\d{7}|\d{12}", ("voter", "epic", "uan", "esic"), "numbered", ("voter ID ABC7193526", "UAN 100904319456"), ("epic 12",)),
    labelled("us-alien", "alien (?:registration )?(?:no|number)|a-number|uscis(?: no| number)?", r"A?[ -]?\d{3}[ -]?\d{3}[ -]?\d{2,3}", ("alien", "a-number", "uscis"), "numbered", ("A-Number A719352648", "alien number A71935264"), ("alien number one",)),
    labelled("ca-health", "ohip|ramq|phn|health card|care card|nam", r"\d{4}[ -]\d{3}[ -]\d{3}(?:[ -]?[A-Z]{2})?|[A-Z]{4}[ ]?\d{4}[ ]?\d{4}|\d{10}", ("ohip", "ramq", "phn", "health card", "care card", "nam"), "numbered", ("OHIP 1234-567-890-AB", "RAMQ TREM 4804 2310"), ("nam is",)),
    labelled("uk-chi", "chi", r"\d{10}", ("chi",), "always", ("CHI number 0101801234",), ("chi 12",)),
    personal("birth-date-after", rf"(?i)(?:^|[^\w])({DATE}|\d{{4}}[?]\d{{1,2}}[?]\d{{1,2}}[?])[ ]?,?[ ]?(?:(?:in|zu|\xe0|a|en)[ ][^\s\d]{{2,24}}[ ])?(?:geboren|born|(?:\xe8 )?nat[oa]|n\xe9e?\b|nacid[oa]|nascid[oa]|f\xf6dd|f\xf8dt|urodzon[ya])", ("geboren", "born", "nat", "n\xe9", "nacid", "nascid", "f\xf6dd", "f\xf8dt", "urodzon"), "birth-before",
             ("Sie ist am 11.08.1974 geboren", "1964年3月19日生まれ"), ("release 2024-11-03 born of need", "am 11.08. geboren")),
    personal("birth-date-born", rf"(?i)\b(?:naci\xf3 el|naceu a|nasceu (?:em|a|no dia)|(?:est )?n\xe9(?:e|\(e\))? (?:le|en)|(?:\xe8 )?nat[oa] (?:il|a [^\s\d]{{2,20}} il)|geboren (?:op|am)|urodzi\w{{1,4}}(?: si\w)?|narozen[ya\xe1\xfd]?|synt(?:ynyt|\.)|sz\xfcletett|n\xe1sc\.|rodzony|f\xf6dd den|f\xf8dt den|born on the|birth ?da(?:y|te))[^\n\d]{{0,12}}?({DATE})", ("naci", "nasc", "n\xe9", "nat", "gebor", "urodz", "naroz", "synt", "sz\xfcl", "f\xf6dd", "f\xf8dt", "born", "birth"), "always",
             ("nació el 3 de mayo de 1988", "née le 12/03/1990", "geboren op 12-01-1991"), ("born on the cloud", "birthday 12")),
)  # fmt: skip
"""Rules for further countries."""
