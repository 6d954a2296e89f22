"""Personal numbers with a check figure, or a shape of their own, anywhere behind their label in a sentence.

What stands between may be of any language and hold other numbers: `PESEL pacjenta w sprawie 7 to ...`. The check
figure decides, so the label may be far.
"""

# ruff: noqa: E501, RUF001  a pattern is one line; labels stand in letters of their own

from dataclasses import replace

from vademecum.rules.gate.personal import personal
from vademecum.rules.gate.rule import Rule

_FEWEST, _FEW = 4, 6  # figures that a text needs before a rule is worth running: for shapes, for check figures
_DAY = r"(?:0[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0[1-9]|1[0-2])"


def reaching(rule: str, labels: str, pattern: str, keywords: tuple[str, ...], check: str, yes: str, no: str) -> Rule:
    """Build a rule for a number that its label announces within 72 characters of the same line."""
    made = personal(
        rule,
        rf"(?i)(?:^|[^A-Za-z0-9])(?:{labels})(?:-[a-z]{{1,4}})?[^A-Za-z0-9\n](?:[^\n]{{0,72}}?[^\w.\-/+])?({pattern})(?:$|[^A-Za-z0-9])",
        keywords,
        check,
        (yes,),
        (no,),
    )
    return replace(made, figures=_FEWEST if check in {"always", "document"} else _FEW)


REACHING = (
    reaching("pesel-near", "pesel", r"\d{11}", ("pesel",), "pesel", "PESEL pacjenta ze sprawy 771 to 44051401359", "PESEL pacjenta to 44051401358"),
    reaching("cz-birth-near", r"rodn\S{1,3}[ ]\S{4,6}|r\.?[c\xe8]\.?", r"\d{6}/\d{3,4}|\d{10}", ("rodn", "rc", "r.c"), "cz-birth", "rodné číslo zákaznice v tiketu 5 je 736028/5163", "RC zákazníka: 830513/1121"),
    reaching("cnp-near", "cnp", r"[1-8]\d{12}", ("cnp",), "ro-cnp", "CNP-ul angajatului din dosarul 7 este 1780801354888", "CNP-ul este 1780801354887"),
    reaching("tfn-near", "tfn|tax file n(?:umber|o)", r"\d{3}[ ]?\d{3}[ ]?\d{3}", ("tfn", "tax file"), "tfn", "Tax file number (TFN) of the hire 12 is 602 990 889", "TFN of the hire is 602 990 888"),
    reaching("abn-near", "abn", r"\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}", ("abn",), "abn", "ABN of the sole trader: 51 824 753 556", "ABN of the trader: 51 824 753 557"),
    reaching("medicare-near", "medicare", r"[2-6]\d{3}[ ]?\d{5}[ ]?\d", ("medicare",), "medicare", "Medicare card in file 7 is 2428 77813 2", "Medicare card: 2428 77813 1"),
    reaching("sin-near", "sin|social insurance n(?:umber|o)|nas|num\xe9ro d'assurance sociale", r"\d{3}[ -]\d{3}[ -]\d{3}|\d{9}", ("sin", "social insurance", "nas", "assurance sociale"), "luhn-plain", "Social Insurance Number (SIN) of the hire is 046 454 286", "SIN of the hire is 046 454 287"),
    reaching("pan-near", "pan|permanent account number", r"(?-i:[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z])", ("pan", "permanent account"), "always", "PAN card of the vendor's director: BFFPK3042K", "PAN card of the director: bffpk3042k"),
    reaching("gstin-near", "gstin?|gst (?:no|number)", r"(?-i:\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9])", ("gst",), "always", "GSTIN of the vendor: 27BFFPK3042K1Z5", "gst number of it"),
    reaching("aadhaar-near", "a{1,2}dha{1,2}r|uidai", r"[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}", ("dhaar", "dhar", "uidai"), "verhoeff", "aadhaar of the driver in file 7: 234123412346", "aadhaar of the driver: 234123412347"),
    reaching("egn-near", "egn", r"\d{10}", ("egn",), "egn", "ЕГН на служителя по дело 7: 7523169263", "ЕГН на служителя: 7523169264"),
    reaching("oib-near", "oib", r"\d{11}", ("oib",), "oib", "OIB zaposlenika iz spisa 7: 69435151530", "OIB zaposlenika: 69435151531"),
    reaching("jmbg-near", "jmbg|emso|embg|umcn", r"\d{13}", ("jmbg", "emso", "embg", "umcn"), "jmbg", "JMBG klijenta iz 2. spisa je 0101006500006", "JMBG klijenta je 0101006500007"),
    reaching("baltic-near", "isikukood(?:i)?|asmens kod(?:as|o|u)", r"[1-6]\d{10}", ("isikukood", "asmens"), "baltic", "asmens kodas klientui 7 yra 33309240064", "asmens kodas yra 33309240065"),
    reaching("tckn-near", "kimlik|tckn|t\\.?c\\.?", r"[1-9]\d{10}", ("kimlik", "tckn", "tc", "t.c"), "tckn", "T.C. kimlik numarası: 10000000146", "T.C. kimlik numarası: 10000000145"),
    reaching("bsn-near", "bsn|burgerservicenummer|sofinummer", r"\d{4}[. ]?\d{2}[. ]?\d{3}|\d{9}", ("bsn", "burgerservice", "sofinummer"), "bsn", "BSN in dossier 7 van de klant is 111222333", "BSN in dossier 7 is 111222334"),
    reaching("be-national-near", "rijksregister(?:nummer|nr\\.?)?|(?:num\xe9ro|registre|nationaal) (?:de )?(?:national|registre|nummer)|niss|insz", r"\d{2}\.?\d{2}\.?\d{2}[- ]?\d{3}[. ]?\d{2}", ("rijksregister", "national", "registre", "nationaal", "niss", "insz"), "be-national", "rijksregisternummer in dossier 7: 85.07.30-033.28", "rijksregisternummer: 85.07.30-033.29"),
    reaching("personnummer-near", "personnummer|personnr|samordningsnummer", r"(?:19|20)?\d{6}[-+]?\d{4}", ("personn", "samordning"), "luhn", "personnumret i \xe4rende 7, personnummer: 811218-9876", "personnummer i \xe4rende 7: 811218-9875"),
    reaching("no-birth-near", "f(?:\xf8|o)dselsn(?:umme)?r(?:et)?|personnummer|d-nummer", rf"[0-7]\d{_MONTH}\d{{2}}[ ]?\d{{5}}", ("dsels", "nummer"), "no-birth", "fødselsnummer i sak 7 er 06118739688", "fødselsnummer i sak 7 er 06118739689"),
    reaching("hetu-near", "henkil(?:\xf6|o)tunnu\\w{1,5}|hetu\\w{0,2}", rf"{_DAY}{_MONTH}\d{{2}}[-+A-FU-Y]\d{{3}}[0-9A-Y]", ("henkil", "hetu"), "hetu", "potilaan henkilötunnus lomakkeella 7: 131052-308T", "henkilötunnus: 131052-308U"),
    reaching("cpr-near", "cpr(?:-?(?:nummer|nr\\.?))?", rf"{_DAY}{_MONTH}\d{{2}}-\d{{4}}", ("cpr",), "always", "CPR-nummer p\xe5 kunden i sag 7 er 010984-8108", "CPR 991384-8108"),
    reaching("svnr-near", "svnr|sv-nummer|sozialversicherungsn(?:umme)?r|versicherungsn(?:umme)?r", rf"\d{{4}}[ ]?{_DAY}{_MONTH}\d{{2}}", ("svnr", "sv-n", "versicherungsn"), "svnr", "SVNR der Mitarbeiterin aus Akt 7: 1237 010180", "SVNR der Mitarbeiterin: 1238 010180"),
    reaching("idnr-near", "steuer-?id(?:nr\\.?|entifikationsnummer)?|idnr|steuer-identifikationsnummer|tin", r"\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}", ("steuer", "idnr", "tin"), "idnr", "Steuer-ID aus Antrag 7 ist 86095742719", "Steuer-ID aus Antrag 7 ist 86095742718"),
    reaching("nhs-near", "nhs", r"\d{3}[ -]?\d{3}[ -]?\d{4}", ("nhs",), "nhs", "NHS number on form 7 is 943 476 5919", "NHS number on form 7 is 943 476 5918"),
    reaching("nino-near", "nino|national insurance|ni n(?:umber|o)", r"[A-Z]{2}[ ]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?[A-D]", ("nino", "national insurance", "ni n"), "nino", "National Insurance number of the new starter 7 is YA 35 37 63 A", "NINO of it is GB123456A"),
    reaching("pps-near", "ppsn?|personal public service", r"\d{7}[A-W][A-IW]?", ("pps", "personal public"), "pps", "PPS number of the hire in 2 days is 1234567T", "PPS number is 1234567U"),
    reaching("cuit-near", "cui[tl]", r"(?:20|23|24|27|30|33|34)[- ]?\d{8}[- ]?\d", ("cuit", "cuil"), "cuit", "CUIL del empleado 7 es 20-82529782-1", "CUIL del empleado 7 es 20-82529782-2"),
    reaching("rut-near", "ru[tn]", r"\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]", ("rut", "run"), "rut", "RUN de la paciente 7: 20.510.555-7", "RUN de la paciente: 20.510.555-8"),
    reaching("cpf-near", "cpf", r"\d{11}|\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}", ("cpf",), "cpf", "CPF do motorista no chamado 7: 52998224725", "CPF do motorista: 52998224724"),
    reaching("pis-near", "pis|pasep|nis|nit", r"\d{3}\.?\d{5}\.?\d{2}-?\d", ("pis", "pasep", "nis", "nit"), "pis", "PIS do funcion\xe1rio 7: 120.12345.67-2", "PIS do funcion\xe1rio: 120.12345.67-3"),
    reaching("nif-near", "nif|contribuinte", r"\d{3}[ .]?\d{3}[ .]?\d{3}", ("nif", "contribuinte"), "nif-pt", "NIF da colaboradora 7 \xe9 123456789", "NIF da colaboradora 7 \xe9 123456788"),
    reaching("es-social-near", "nss|naf|seguridad social|afiliaci\xf3n", r"\d{2}[ /-]?\d{8}[ /-]?\d{2}", ("nss", "naf", "seguridad social", "afiliaci"), "es-social", "seguridad social del empleado 7: 28 12345678 40", "seguridad social del empleado: 28 12345678 41"),
    reaching("mx-nss-near", "nss|imss", r"\d{11}", ("nss", "imss"), "luhn-plain", "NSS del trabajador 7: 72846193059", "NSS del trabajador: 72846193058"),
    reaching("rrn-near", "rrn|resident registration|alien registration|arc", rf"\d{{2}}{_MONTH}{_DAY}-[1-8]\d{{6}}", ("rrn", "registration", "arc"), "always", "RRN of the hire 7 is 900314-2378069", "RRN of the hire is 901314-2378069"),
    reaching("my-number-near", "my ?number|individual number", r"\d{4}[ -]?\d{4}[ -]?\d{4}", ("my number", "mynumber", "individual number"), "my-number", "my number of the hire 7: 4374 4990 8120", "my number of the hire 7: 4374 4990 8121"),
    reaching("tw-id-near", "taiwan(?:ese)? id|roc id|citizen id|national id", r"[A-Z][1289]\d{8}", ("taiwan", "roc id", "citizen id", "national id"), "tw-id", "national ID of the Taipei hire: A123456789", "national ID of the Taipei hire: A123456788"),
    reaching("mykad-near", "mykad|i/?c(?: no| number)?|kad pengenalan", rf"\d{{2}}{_MONTH}{_DAY}-\d{{2}}-\d{{4}}", ("mykad", " ic ", "ic no", "ic number", "i/c", "pengenalan"), "always", "MyKad of the driver 7: 850101-14-5678", "MyKad of the driver: 851301-14-5678"),
    reaching("za-id-near", "(?:south african|sa|rsa) id|identity number|id (?:number|no)", rf"\d{{2}}{_MONTH}{_DAY}[ ]?\d{{4}}[ ]?[01][89]\d", ("african", "sa id", "identity number", "id n"), "luhn-plain", "SA ID of the driver 7 is 8001015009087", "SA ID of the driver 7 is 8001015009088"),
    reaching("snils-near", "snils", r"\d{3}[- ]?\d{3}[- ]?\d{3}[ -]?\d{2}", ("snils",), "snils", "СНИЛС сотрудника 7: 112-233-445 95", "СНИЛС сотрудника: 112-233-445 96"),
    reaching("inn-near", "inn", r"\d{10}(?:\d{2})?", ("inn",), "inn", "ИНН подрядчика 7: 500100732259", "ИНН подрядчика: 500100732258"),
    reaching("rnokpp-near", "rnokpp|ipn", r"\d{10}", ("rnokpp", "ipn"), "rnokpp", "РНОКПП підрядника 7: 3184710691", "РНОКПП підрядника: 3184710692"),
    reaching("afm-near", "afm", r"\d{9}", ("afm",), "afm", "ΑΦΜ πελάτη 7: 094259216", "ΑΦΜ πελάτη 7: 094259217"),
    reaching("amka-near", "amka", rf"{_DAY}{_MONTH}\d{{7}}", ("amka",), "luhn-plain", "ΑΜΚΑ ασθενούς 7: 01013099997", "ΑΜΚΑ ασθενούς: 01013099996"),
    reaching("teudat-near", "teudat zehut|israeli id", r"\d{9}", ("teudat", "israeli"), "luhn-plain", "תעודת זהות של הלקוח 7: 037591864", "תעודת זהות של הלקוח: 037591860"),
    reaching("melli-near", "kode? melli|national (?:id|code)", r"\d{10}", ("melli", "national"), "ir-national", "کد ملی مشتری 7: 0499370899", "کد ملی مشتری 7: 0499370898"),
    reaching("passport-near", "passport|passeport|passaporto?|passaporte|pasaporte|pasaport|paspoort(?:nummer)?|reisepass(?:nummer|nr\\.?)?|paszport\\w{0,2}|pass(?:nummer|nr\\.?|numret)|passin numero|c[\xedi]slo pasu|pasu|putovnic[ae]|\xfatlev\xe9l\\w{0,6}|pasaportu\\w{0,4}|pase?s? numuri?s?|paspor|ho chieu", r"(?-i:[A-Z]{1,3}[ ]?\d{6,8}[A-Z]?|\d{2}[A-Z]{2}\d{5}|[A-Z]\d{2}[A-Z]{1,2}\d{4,5}|[A-Z]{3}[A-Z0-9]{2}\d{4}|[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8})", ("pass", "pasa", "pasu", "paso", "pasp", "pase", "putovnic", "tlev", "paszport", "ho chieu"), "document", "Passport of the traveller in seat 12 is TH8971332", "passport upload supports PDF1 up to 10 MB"),
    reaching("passport-number-near", "passport n(?:o\\.?|umber)|num[e\xe9]ro (?:de |di )?passe?port\\w?|n\xfamero (?:de |do )?pasaporte|n\xfamero do passaporte|passnummer|paspoortnummer|passin numero|c[\xedi]slo pasu|\xfatlev\xe9lsz\xe1m\\w{0,2}|pasaport n(?:o|umaras\xfd|umarasi)", r"\d{8,9}", ("pass", "pasa", "pasu", "paspoort", "tlev"), "document", "passport number of traveller 7 is 648195737", "passport number rules since 2024"),
    reaching("imei-near", "imei\\d?", r"\d{2}[ -]?\d{6}[ -]?\d{6}[ -]?\d", ("imei",), "luhn", "IMEI of her second phone is 490154203237518", "IMEI of her phone is 490154203237519"),
)  # fmt: skip
"""Rules for numbers with a check, wherever in the sentence."""
