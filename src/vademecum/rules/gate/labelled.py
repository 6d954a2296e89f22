"""Personal numbers told by their label: identity, tax, health, vehicle and bank numbers of many countries."""

# ruff: noqa: E501  a pattern is one line

from vademecum.rules.gate.personal import DATE, NUMBER, OF, personal
from vademecum.rules.gate.rule import Rule

_GAP = r"[\"'\x60)]?(?:[ \t]{0,2}(?:[:=#.(]|is|was|ist|war|es|est|\xe9|\xe8|er|on|je|nr\.?|no\.?|n\xba|n\xb0)){0,3}[ \t]{0,3}[\"'\x60(]?"
_BORN = r"(?:0[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0[1-9]|1[0-2])"


def labelled(
    rule: str,
    labels: str,
    pattern: str,
    keywords: tuple[str, ...],
    check: str,
    yes: tuple[str, ...],
    no: tuple[str, ...],
) -> Rule:
    """Build a rule for a number that follows one of its labels."""
    return personal(
        rule, rf"(?i)\b(?:{labels}){NUMBER}{OF}{_GAP}({pattern})(?:$|[^A-Za-z0-9])", keywords, check, yes, no
    )


LABELLED = (
    labelled("de-social-security", "sozialversicherungs(?:nummer|nr\\.?)|rentenversicherungs(?:nummer|nr\\.?)|versicherungsnummer|sv-(?:nummer|nr\\.?)", rf"\d{{2}}[ ]?{_BORN}{_MONTH}\d{{2}}[ ]?[A-Z][ ]?\d{{3}}", ("versicherung", "sv-n"), "always",
              ("SV-Nummer 65 070649 C 103",), ("Versicherungsnummer fehlt",)),
    labelled("de-identity-card", "personalausweis(?:nummer|nr\\.?)?|ausweis(?:nummer|nr\\.?)|identity card|id[ -]card|carte d'identit\xe9|carta d'identit\xe0|documento de identidad|cart\xe3o de cidad\xe3o|dow\xf3d osobisty|dowodu osobistego", r"[A-Z0-9]{8,12}", ("ausweis", "card", "identit", "documento", "dow"), "document",
              ("Personalausweis L01X00T47",), ("Personalausweis erforderlich", "ID card required2")),
    labelled("de-tax-number", "steuernummer|st\\.?-?nr\\.?", r"\d{2,3}/\d{3,4}/\d{4,5}", ("steuern", "nr"), "always", ("Steuernummer 30/364/27788",), ("Steuernummer fehlt",)),
    labelled("mx-rfc", "rfc", rf"[A-Z\xd1&]{{3,4}}\d{{2}}{_MONTH}{_BORN}[A-Z0-9]{{3}}", ("rfc",), "always", ("RFC: GODE561231GR8",), ("RFC 7519", "RFC: 2119")),
    labelled("ar-cuit", "cuit|cuil", r"(?:20|23|24|27|30|33|34)-?\d{8}-?\d", ("cuit", "cuil"), "always", ("CUIT 20-12345678-6",), ("cuit is shown",)),
    labelled("cl-rut", "rut", r"\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]", ("rut",), "always", ("RUT 12.345.678-5",), ("run 12-3",)),
    labelled("co-cedula", "c[\xe9e]dula(?: de ciudadan[i\xed]a)?|c\\.c\\.|documento", r"\d{1,3}(?:\.\d{3}){2,3}|\d{7,10}", ("dula", "c.c.", "documento"), "numbered", ("cédula: 112.931.629",), ("documento 12",)),
    labelled("br-voter", "t[\xedi]tulo(?: de eleitor)?|pis|pasep|nis|renavam|cartao sus|cart\xe3o sus|cnh", r"\d{4}[ ]?\d{4}[ ]?\d{3,4}|\d{3}\.\d{5}\.\d{2}-\d|\d{11,15}", ("tulo", "pis", "pasep", "nis", "renavam", "sus", "cnh"), "numbered", ("título de eleitor 3100 4084 5789", "PIS 120.12345.67-8"), ("título 12", "tennis 2024")),
    labelled("au-medicare", "medicare(?: card)?", r"[2-6]\d{3}[ ]?\d{5}[ ]?\d(?:[ /]\d)?", ("medicare",), "always", ("Medicare card 2951 12345 1",), ("medicare 2024",)),
    labelled("jp-my-number", "my[ -]number|individual number", r"\d{4}[ -]?\d{4}[ -]?\d{4}", ("number",), "always", ("my number: 1290-2105-7868", "マイナンバー 1290 2105 7868"), ("my number of retries: 1200-1300",)),
    labelled("kr-rrn", "rrn|resident registration", rf"\d{{2}}{_MONTH}{_BORN}-?[1-8]\d{{6}}", ("rrn", "resident"), "always", ("RRN 900314-2378069", "주민등록번호 900314-2378069"), ("RRN is hidden",)),
    labelled("ru-snils", "snils", r"\d{3}-\d{3}-\d{3}[ -]\d{2}", ("snils",), "always", ("СНИЛС 118-809-531 39",), ("СНИЛС скрыт",)),
    labelled("ru-inn", "inn", r"\d{10}(?:\d{2})?", ("inn",), "always", ("ИНН 412124265995",), ("inn 12",)),
    labelled("nordic-birth-number", "f(?:\xf8|o)dselsn(?:umme)?r|f\xf6dselsnummer|personnummer|personnr|samordningsnummer|cpr(?:-nummer|-nr\\.?|-number)?|d-nummer|kennitala", rf"{_BORN}{_MONTH}\d{{2}}[ -]?\d{{4,5}}|(?:19|20)?\d{{2}}{_MONTH}{_BORN}[-+ ]?\d{{4}}", ("dsels", "personn", "nummer", "cpr", "kennitala"), "not-plain", ("fødselsnummer 06098819812", "CPR-nummer: 010984-8108", "personnummer 811218-9876"), ("CPR 112233 test run", "personnummer 811218-9875")),
    labelled("fi-hetu", "henkil\xf6tunnus|henkilotunnus|hetu", rf"{_BORN}{_MONTH}\d{{2}}[-+A]\d{{3}}[A-Z0-9]", ("henkil", "hetu"), "always", ("HETU: 131052-308T",), ("hetu puuttuu",)),
    labelled("cz-birth-number", "rodn[e\xe9](?: (?:c\xedslo|\\?\xedslo|cislo|císlo))?|birth number|r\\.?c\\.", r"\d{6}/?\d{3,4}", ("rodn", "birth number", "r.c."), "always", ("rodné číslo 830513/1120",), ("rodné jméno",)),
    labelled("ro-cnp", "cnp", rf"[1-8]\d{{2}}{_MONTH}{_BORN}\d{{6}}", ("cnp",), "always", ("CNP 1550713629445",), ("cnp 12",)),
    labelled("gr-amka", "amka|afm", rf"{_BORN}{_MONTH}\d{{7}}|\d{{9}}", ("amka", "afm"), "always", ("AMKA 03068026936",), ("amka is set",)),
    labelled("be-national-number", "rijksregister(?:nummer|nr\\.?)|num\xe9ro national|registre national|insz|niss", rf"\d{{2}}\.?{_MONTH}\.?{_BORN}[- ]?\d{{3}}[. ]?\d{{2}}", ("register", "national", "insz", "niss"), "always", ("rijksregisternummer 80.08.13-932.58",), ("numéro national absent",)),
    labelled("ae-identity", "emirates id|eid", r"784-?\d{4}-?\d{7}-?\d", ("emirates", "eid"), "always", ("Emirates ID 784-1977-2346668-5",), ("eid 784",)),
    labelled("il-identity", "teudat zehut|israeli id", r"\d{8,9}", ("teudat", "israeli"), "always", ("Teudat Zehut 037591864", "תעודת זהות 037591864"), ("teudat zehut needed",)),
    labelled("tr-identity", "t\\.?c\\.?(?: kimlik)?(?: no)?|tckn|kimlik(?: no)?", r"[1-9]\d{10}", ("tc", "t.c", "kimlik"), "tckn", ("TC kimlik no 10000000146",), ("TC kimlik no 10000000145",)),
    labelled("hk-identity", "hkid|hong kong id", r"[A-Z]{1,2}\d{6}(?:\([\dA]\)|[\dA])", ("hkid", "hong kong id"), "always", ("HKID A123456(3)",), ("hkid is set",)),
    labelled("tw-identity", "taiwan(?:ese)? id|roc id", r"[A-Z][12]\d{8}", ("taiwan", "roc id"), "always", ("Taiwan ID A123456789",), ("taiwan idea",)),
    labelled("us-ein", "ein|employer id(?:entification)?|fein", r"\d{2}-\d{7}", ("ein", "employer id"), "always", ("EIN 12-3456789",), ("ein 12",)),
    labelled("ie-pps", "ppsn?|personal public service", r"\d{7}[A-W][A-IW]?", ("pps", "personal public"), "always", ("PPS number 1234567T",), ("apps 1234567",)),
    labelled("uk-utr", "utr|unique taxpayer(?: reference)?", r"\d{5}[ ]?\d{5}", ("utr", "taxpayer"), "always", ("UTR: 12345 67890",), ("utr 12",)),
    labelled("vat-number", "vat|ust-?id(?:nr\\.?)?|umsatzsteuer-?id|partita iva|p\\.? ?iva|tva|btw|nip", r"(?:[A-Z]{2}[ ]?)?\d[A-Z0-9. \-]{7,12}\d|[A-Z]{2}\d{8,10}", ("vat", "ust", "umsatz", "iva", "tva", "btw", "nip"), "numbered", ("VAT DE{d9}", "partita IVA {d11}"), ("vat rate 19", "snippet 2026-05-04")),
    labelled("employee-number", "employee|staff|personnel|personal(?:nummer|nr\\.?)|mitarbeiter(?:nummer|nr\\.?)|matricule|student", r"[A-Z]{0,3}-?\d{5,9}", ("employee", "staff", "personnel", "personaln", "mitarbeiter", "matricule", "student"), "badge", ("employee ID E229326", "Personalnummer 4711023"), ("employee table has 12345678 rows", "student 12")),
    labelled("passport-strict", "reisepass(?:nummer|nr\\.?)?|passport|passeport|pasaporte|passaport[eo]|paspoort(?:nummer)?|passnummer|pass(?:nr\\.?)|paszport(?:u)?", r"[A-Z0-9]{8,9}|\d{4}[ ]\d{6}|\d{2}[ ]\d{2}[ ]\d{6}", ("pass", "pasaporte", "paspoort", "paszport"), "document", ("Reisepass C01X00T47", "паспорт 45 01 999239"), ("passport required", "Reisepass ist optional")),
    labelled("licence-strict", "f\xfchrerschein(?:nummer|nr\\.?)?|driv(?:er'?s?|ing)[ _-](?:licen[cs]e|permit)|rijbewijs|patente(?: di guida)?|prawo jazdy|carta de condu\xe7\xe3o|k\xf6rkort", r"[A-Z0-9]{8,18}", ("hrerschein", "driv", "rijbewijs", "patente", "prawo jazdy", "condu", "rkort"), "document", ("Führerscheinnummer: B072RRE2I55",), ("driver license check", "patente scaduta")),
    labelled("vehicle-number", "vin|fahrgestell(?:nummer|nr\\.?)|chassis", r"[A-HJ-NPR-Z0-9]{17}", ("vin", "fahrgestell", "chassis"), "document", ("VIN WVWZZZ1KZ5W529037",), ("vin decoder",)),
    labelled("vehicle-plate", "licen[cs]e plate|number plate|kennzeichen|plate|immatriculation|matr[i\xed]cula|targa|kenteken|placa", r"[A-Z]{1,3}[ -][A-Z]{0,2}[ -]?\d{1,4}[A-Z]{0,3}|[A-Z]{2}[ -]?\d{3}[ -]?[A-Z]{2}|\d{4}[ -]?[A-Z]{3}|\d[A-Z]{3}\d{3}|[A-Z]{2}\d{2}[ ]?[A-Z]{3}|[A-Z]{3}\d[A-Z]\d{2}", ("plate", "kennzeichen", "immatric", "cula", "targa", "kenteken", "placa"), "plate", ("license plate ERD-2585", "Kennzeichen B-FC 1512"), ("Kennzeichen ist ein Pflichtfeld", "template US-2")),
    labelled("imei", "imei", r"\d{2}[ -]?\d{6}[ -]?\d{6}[ -]?\d", ("imei",), "luhn", ("IMEI 490154203237518",), ("IMEI 490154203237519",)),
    labelled("sort-code", "sort[ -]?code", r"\d{2}-\d{2}-\d{2}|\d{6}", ("sort",), "always", ("sort code 20-41-17",), ("sort code changes in order",)),
    labelled("bank-code", "blz|bankleitzahl|routing|aba|clabe|bsb|ifsc", r"\d{3}[ -]?\d{3}|\d{8,9}|\d{18}|[A-Z]{4}0[A-Z0-9]{6}", ("blz", "bankleit", "routing", "aba", "clabe", "bsb", "ifsc"), "numbered", ("BLZ 37040044", "routing number 021000021", "CLABE 224907047442422659"), ("routing 12 requests",)),
    labelled("bank-account-plain", "account|acct", r"\d{8,12}", ("account", "acct"), "after-bank", ("sort code 20-41-17 account 29293618", "routing 021000021 account 1234567890"), ("AWS account 123456789012", "account 12345678 is a tenant")),
    labelled("health-number", "(?:health|insurance|medical)(?: (?:insurance|card|plan|id))?(?: number)?|krankenkasse|kvnr|tessera sanitaria|nss", r"[A-Z]{1,3}-?\d{8,11}", ("health", "insurance", "medical", "kranken", "kvnr", "sanitaria", "nss"), "numbered", ("health insurance number C826027059",), ("health check 200",)),
    personal("post-box", r"(?i)\b(p\.?[ ]?o\.?[ ]?box[ ]{1,2}\d{2,7}|postfach[ ]\d[\d ]{2,8}|apartado(?: de correos)?[ ]\d{2,6})\b", ("box", "postfach", "apartado"), "always", ("P.O. Box 5477", "Postfach 10 12 34"), ("P.O. Box is not accepted",)),
    personal("birth-date-labelled", rf"(?i)\b(?:nat[oa](?: a [A-Z][a-z]{{2,20}})? il|data di nascita|geboortedatum|geboren op|data urodzenia|urodzon[ya]|f\xf6delsedatum|f\xf6dd|f\xf8dselsdato|f\xf8dt|fodselsdato|syntym\xe4aika|datum narozen\xed|geb|fecha (?:de )?nac|f\. ?nac|d(?:t|ata)\.? nasc|d\.o\.b|dob|birth ?date|date of birth|born|f\xf8dselsdag|datum rod[ej]\w{{2,4}}|datum rojstva|data nasterii|sz\xfclet\xe9si (?:d\xe1tum\w{{0,3}}|id[o\xf5]\w{{0,3}})|dogum (?:tarihi|g\xfcn\xfc)|ng\xe0y sinh|(?:tgl|tanggal) lahir|s\xfcnni(?:aeg|kuup\xe4ev)|gimimo data|dzimsanas datums|f\xe6\xf0ingardagur)(?:\b|[^a-z\d])[.\"']{{0,2}}[^\n\d.;]{{0,40}}?({DATE}|\d{{1,2}}-[A-Za-z]{{3}}-\d{{4}}|\d{{4}}[?][ ]?\d{{1,2}}[?][ ]?\d{{1,2}}[?]?)",
             ("nat", "nascita", "geboort", "geboren", "urodz", "delse", "f\xf6dd", "f\xf8d", "fodsel", "syntym", "narozen", "geb", "nac", "nasc", "d.o.b", "dob", "birth", "born", "rod", "rojstva", "nasterii", "let\xe9si", "dogum", "sinh", "lahir", "s\xfcnni", "gimimo", "dzimsanas", "ingardagur"), "birth", ("nato il 14/04/1959", "geboortedatum 12-01-1991", "d.o.b.: 10-Mar-1980", "生年月日: 1964年3月19日"), ("born out of incident 2024-11-03", "signed on 2024-11-03")),
    personal("home-place", r"(?i)\b(?:home|house|lives?|wohnt|address|adresse|gps|location of)\b[^\n\d]{0,24}(-?\d{1,2}\.\d{4,8},[ ]?-?\d{1,3}\.\d{4,8})", ("home", "house", "live", "wohnt", "address", "adresse", "gps", "location"), "always", ("home is at 52.50667, 13.47763",), ("home 52.5",)),
    personal("person-ip-six", r"(?i)\b(?:customer|client|user|visitor|attacker|employee|subscriber|member|logged in|signed in|login|connected|home|her|his|their|personal|private)\b[^\n]{0,60}?\b(?:from|ip|ipv6|address)(?:[ ](?:is|was))?[ :=]{1,3}((?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4}){1,5}|[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){1,6}::[0-9a-f]{0,4})", (":",), "public-six", ("logged in from 2a02:8071:a62:a12:81d4:7e4b:3890:991f",), ("login from fe80:0:0:0:1:2:3:4", "connected from 10:20:30:40:50:60")),
    personal("person-ip-home", r"(?i)\b(?:home|her|his|their|my|personal|private|residential)\b[ ](?:[a-z]{1,12}[ ]){0,2}?ip(?:v4)?(?:[ ]address)?(?:[ ](?:is|was))?[ :=]{1,3}((?:\d{1,3}\.){3}\d{1,3})\b", ("ip",), "public-ip", ("her home IP is 85.213.12.92",), ("my IP is 10.0.0.4",)),
    personal("street-address-more", r"(?:\b|\x60)((?:[A-Z\xc0-\xde][a-z\xdf-\xff]{2,24}(?:gracht|straat|laan|plein|kade|singel|dijk|steeg)|(?:Am|An der|Im|In der|Auf dem|Zum|Zur|Unter den|Alte[rs]?|Neue[rs]?)[ ][A-Z\xc4\xd6\xdc][a-z\xdf-\xff]{2,20})[ ]\d{1,4}[a-z]?,[ ](?:\d{5}|\d{4}[ ][A-Z]{2})[ ][A-Z\xc0-\xde][a-z\xdf-\xff]{2,20})", (",",), "always", ("Keizersgracht 161, 1015 CJ Amsterdam", "Am Markt 5, 20944 Hamburg"), ("Im Test 5, 2024 Zeilen", "An der Ecke")),
    personal("street-address-polish", r"\b(ul\.[ ][A-Z][\w\-]{2,24}(?:[ ][A-Z][\w\-]{2,24})?[ ]\d{1,4}[a-z]?(?:/\d{1,4})?(?:,?[ ]\d{2}-\d{3}[ ][A-Z][a-z]{2,20})?|(?:al|os|pl)\.[ ][A-Z][\w\-]{2,24}(?:[ ][A-Z][\w\-]{2,24})?[ ]\d{1,4}[a-z]?(?:/\d{1,4})?,?[ ]\d{2}-\d{3}[ ][A-Z][a-z]{2,20})", ("ul.", "al.", "os.", "pl."), "always", ("ul. Marszałkowska 21, 00-202 Warszawa",), ("et al. Fig 3", "script.pl. Line 3 is")),
    personal("phone-his", r"(?i)\b(?:(?:her|his|their|my|emergency|home|work|office|direct|contact|callback)[ ](?:[a-z]{2,12}[ ]){0,2}?(?:number|contact|no\.?|line)|contact(?:[ ]number)?|rappel|n\xfamero de contacto)(?:[ ]is)?[ \t]{0,2}[:=]?[ \t]{1,2}(\(?\d{2,4}\)?[ .\-]\d{3,4}[ .\-]\d{3,4})\b", ("number", "contact", "no", "line", "rappel"), "phone", ("Her number is 415-207-0035", "Emergency contact: 415 579 7493"), ("my number of retries: 1200-1300", "contact 12-34")),
    personal("phone-slashed", rf"(?i)\b(?:tel|telefon|fon|fax|mobil|handy|phone|(?:handy|mobil|telefon|ruf|fax|r\xfcckruf)(?:nummer|nr)|durchwahl|natel){OF}[.:\s]{{1,4}}(0\d{{2,5}}[ ]?/[ ]?\d{{4,9}}(?:[ -]\d{{1,4}})?)\b", ("tel", "fon", "fax", "mobil", "handy", "phone"), "phone", ("Tel.: 0351 / 695276",), ("tel 12/34",)),
)  # fmt: skip
"""Rules for numbers beside their label."""
