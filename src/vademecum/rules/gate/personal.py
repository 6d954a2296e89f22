"""Personal data told by validated formats and by the words beside them.

There is no named-entity model here: it marks a person in 40 % of harmless README text. Names count only beside a
word of contact or role.
"""

# ruff: noqa: E501  a pattern is one line

from vademecum.model.memory import FindingKind
from vademecum.rules.gate.rule import Rule

NUMBER = r"(?:[ _-]?(?:no|num|number|nr|n\xba|n\xb0|id|#|n\xfamero|numero|nummer|num\xe9ro)\.?)?"
OF = (
    r"(?:(?:[ ]{1,2}[^\s:=\d]{1,24}){1,3}[ ]?:|[ ](?:of|for|from|van|voor|von|vom|der|des|du|de|del|della|dello|do|da|dos|das|di|to|til|till|f\xf6r|av|af|hos|pana|pani|na|per|pour|para|par|et|mr|mrs|herrn?|frau)"
    r"(?:[ ][^\s:=\d]{1,24}){1,4})?"
)
"""Whose number it is, between a label and the number: `of the tenant`, `van de deelnemer`."""
_GAP = r"[\"'\x60]?(?:[ \t]{0,2}(?:[:=#.(]|is|was|ist|es|est|\xe9|\xe8|er|lautet)){0,3}[ \t]{0,3}[\"'\x60]?"
DATE = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ]{1,2}\d{1,2}[-/. ]{1,2}\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)?[ ](?:de[ ])?[A-Z\xc0-\xdea-z\xdf-\xff]{3,10}\.?,?[ ](?:de[ ])?\d{4}|"
    r"[A-Z][a-z]{2,8}\.?[ ]\d{1,2}(?:st|nd|rd|th)?,?[ ]\d{4}"
)
_NAME = r"[A-Z\xc0-\xde][a-z\xdf-\xff]{1,15}(?:-[A-Z][a-z\xdf-\xff]{1,15})?(?:[ ][A-Z]\.)?(?:[ ](?:de|da|do|dos|van|von|der|den|del|di|la|le|bin|al|el)){0,2}[ ](?:O'|Mc|Mac|D')?[A-Z\xc0-\xde][a-z\xdf-\xff]{1,19}(?:-[A-Z][a-z\xdf-\xff]{1,15})?"


def personal(
    rule: str, pattern: str, keywords: tuple[str, ...], check: str, yes: tuple[str, ...], no: tuple[str, ...]
) -> Rule:
    """Build a rule of personal data; one without keywords is a number, except for names."""
    figures = 0 if keywords or check == "person" else 6
    return Rule(rule, rule, pattern, keywords, check, FindingKind.PII, figures=figures, yes=yes, no=no)


PERSONAL = (
    personal(
        "email",
        r"(?i)([a-z0-9_\xc0-\xff](?:[a-z0-9_.+%'\-\xc0-\xff]{0,63})@(?:[a-z0-9\xc0-\xff](?:[a-z0-9\-\xc0-\xff]{0,62}[a-z0-9\xc0-\xff])?\.){1,5}[a-z]{2,18})\b",
        ("@",),
        "email",
        ("Ping sofia.silva50@acme-corp.co.uk first", "mail jo+x@mail.de"),
        ("git@github.com:acme/app.git", "react@18.3.1", "1+bot@users.noreply.github.com", "alice@example.com", "ssh deploy@bastion.internal", "logo@2x.png"),
    ),
    personal(
        "email-spelled",
        r"(?i)(?:^|[^a-z0-9._%+\-])([a-z0-9][a-z0-9._%+\-]{1,63}(?:[ ]?[(\[{<][ ]?(?:at|@|a|\xe4t|arroba|chiocciola|arobase)[ ]?[)\]}>][ ]?[a-z0-9\-]{2,63}(?:(?:\.|[ ]?[(\[{<][ ]?(?:dot|\.|punkt|punto|ponto|point)[ ]?[)\]}>][ ]?|[ ](?:dot|punkt|punto|ponto|point)[ ])[a-z0-9\-]{2,63}){1,4}|[ ](?:at|arroba|chiocciola|arobase)[ ][a-z0-9\-]{2,63}(?:[ ](?:dot|punkt|punto|ponto|point)[ ][a-z0-9\-]{2,63}){1,4}))",
        ("(at", "[at", "{at", "<at", "(@", "[@", "( at", "[ at", "{ at", "(a)", "[a]", "(\xe4t", "[\xe4t", "arroba", "chiocciola", "arobase", " dot ", " punkt ", " punto "),
        "always",
        ("mail sofia.silva50 (at) acme-corp (dot) com", "sofia.silva50 at acme-corp dot com", "sofia [at] acme.de"),
        ("index (at) most", "look at us dot"),
    ),
    personal(
        "phone",
        r"(?:^|[\s(:\"'\x60=,;/])(\+\d{1,3}[ .\-]?(?:\(\d{1,4}\)[ .\-]?)?\d{1,4}(?:[ .\-/]?\d{2,5}){1,5})\b",
        ("+",),
        "phone",
        ("Call +1-646-732-6992 now", "Ligar para +55 11 97894-6590", "tel:+4915112345678"),
        ("UTC+02:00", "1.0+20260304", "+1 for this"),
    ),
    personal(
        "phone-local",
        r"(?:^|[^\w.)+-])(\(0?\d{2,4}\)[ ]?9?\d{3,4}[ .\-]?\d{4})\b",
        ("(",),
        "phone",
        ("(212) 732-6473", "(11) 98484-9638"),
        ("f(12) 34", "(2024) 1-2"),
    ),
    personal(
        "phone-toll-free",
        r"(?:^|[^\w.+-])(1[ \-.]8\d\d[ \-.]\d{3}[ \-.]\d{4})\b",
        ("8",),
        "phone",
        ("1-800-356-{d4} is the hotline",),
        ("1-800 ms",),
    ),
    personal(
        "phone-spoken",
        r"(?i)\b(?:call|phone|landline|sdt|(?:no\.?|nomor)[ ](?:hp|wa|telepon)|telepon|dien thoai|tel|telephone|fax|mobile|cell|hotline|pager|whatsapp|sms|text|dial|ring|telefone|celular|cellulare|chiamare|ligar|telem\xf3vel|telemovel|contacto|tel\xe9fono|telefono|m\xf3vil|llamar|telefon|(?:handy|mobil|mobiltelefon|ruf|fax|r\xfcckruf|durchwahl|telefon)(?:nummer|nr\.?)|mobiel(?:nummer)?|mobilnummer|mobilnr|telefonnr|handy|durchwahl|natel|puhelin(?:numero)?|telefonsz\xe1m|numer telefonu|anrufen|t\xe9l\xe9phone|portable|appeler|joindre|reach|mobiel|gsm|bel|telefoon|telefonnummer|komorka|kom\xf3rka|mobil|ph|mob|tlf|tlfn|tfno|t\xe9l|puh|fon)\b[^\n\d+]{0,28}(\(?\d[\d ().\-]{6,18}\d)\b",
        ("call", "phone", "tel", "fax", "mob", "cell", "hotline", "pager", "whatsapp", "sms", "text", "dial", "ring", "celular", "ligar", "vil", "llamar", "handy", "rufnummer", "anrufen", "portable", "appeler", "ph", "chiamare", "contact", "joindre", "reach", "gsm", "bel", "kom", "tlf", "tfno", "t\xe9l", "puh", "fon", "durchwahl", "landline", "sdt", "no hp", "no. hp", "nomor", "telepon", "thoai", "natel", "numer"),
        "phone-spoken",
        ("phone: 212-268-9765", "Tel. (555) 010-4477", "Handy 0151 12345678"),
        ("call 3 times in 200-300 ms", "ticket 4158766882", "text 2026-05-04 10:00"),
    ),
    personal("phone-of", rf"(?i)\b(?:number|nummer|n\xfamero|numero|numer|num\xe9ro|nr|line|tel){OF}[^\n\d+]{{0,8}}(\(?0\d{{1,4}}\)?[ .\-/]\d{{2,4}}(?:[ .\-]\d{{2,4}}){{1,4}})\b", ("num", "n\xfam", "nr", "line", "tel"), "phone",
             ("numéro de la gardienne : 06 12 38 47 77", "Nummer der Pflegerin: 0176 45 88 12 30"), ("number of rows: 100 200 300", "line 0 12")),
    personal("credit-card", r"(?:^|[^\w.\-])((?:\d{4}[ \-]){3}\d{1,7}|\d{4}[ \-]\d{6}[ \-]\d{4,5}|\d{13,19})\b", (), "card",
         ("card 4539 5787 6362 1486", "371449635398431"), ("Order 3771667867829369", "1764050046929", "4242 4242 4242 4242")),
    personal("iban", r"\b([A-Z]{2}\d{2}(?:[ \-]?[A-Z0-9]{4}){2,7}(?:[ \-]?[A-Z0-9]{1,3})?|[a-z]{2}\d{2}[a-z0-9]{11,30})\b", (), "iban",
         ("DE89 3704 0044 0532 0130 00",), ("GB00WEST12345698765431",)),
    personal("br-cpf", r"\b(\d{3}\.\d{3}\.\d{3}-\d{2})\b", ("-",), "cpf", ("CPF 529.982.247-25",), ("111.111.111-11",)),
    personal("br-cpf-spoken", rf"(?i)\bcpf{NUMBER}\b[^\n\d]{{0,16}}(\d{{11}})\b", ("cpf",), "cpf", ("cpf=52998224725",), ("cpf 11111111111",)),
    personal("br-cnpj", r"\b(\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2})\b", ("/",), "cnpj", ("CNPJ 11.222.333/0001-81",), ("11.222.333/0001-82",)),
    personal("es-dni", r"(?i)\b(\d{2}\.?\d{3}\.?\d{3}[ -]?[A-HJ-NP-TV-Z])\b", (), "dni", ("DNI 12345678Z",), ("12345678A",)),
    personal("es-nie", r"(?i)\b([XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z])\b", (), "dni", ("NIE X1234567L",), ("X1234567A",)),
    personal("fr-nir", r"\b([12][ ]?\d{2}[ ]?(?:0[1-9]|1[0-2]|[2-9]\d)[ ]?(?:\d{2}|2[AB])[ ]?\d{3}[ ]?\d{3}[ ]?\d{2})\b", (), "nir",
         ("NIR 2 55 08 14 168 025 38",), ("2 55 08 14 168 025 39",)),
    personal("de-idnr", r"(?i)\b(?:steuer|tax|idnr|identifikationsnummer|tin)[^\n\d]{0,40}?(\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3})\b",
         ("steuer", "tax", "idnr", "identifikation", "tin"), "idnr", ("Steuer-ID 86095742719",), ("Steuer-ID 86095742718",)),
    personal("in-aadhaar", r"\b([2-9]\d{3}[ -]\d{4}[ -]\d{4})\b", (), "verhoeff", ("Aadhaar 2341 2341 2346",), ("2341 2341 2347",)),
    personal("in-aadhaar-spoken", r"(?i)\ba{1,2}dha{1,2}r\b[^\n\d]{0,20}([2-9]\d{11})\b", ("dhaar", "dhar"), "verhoeff", ("aadhaar=234123412346",), ("aadhaar 234123412347",)),
    personal("in-pan", r"(?i)\bpan(?:[ -]?(?:card|no|number))?\b[^\n]{0,12}?\b([A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z])\b", ("pan",), "always", ("PAN ABCPE1234F",), ("pan 12345",)),
    personal("cn-resident-id", r"\b([1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx])\b", (), "cn-id",
         ("11010519491231002X",), ("110105194912310021",)),
    personal("mac-address", r"(?i)\bmac(?:[ _-]?(?:address|addr|id))?\b[^\n]{0,40}?\b((?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2})\b", ("mac",), "numbered-mac",
         ("MAC address of her laptop 3c:22:fb:82:59:d8",), ("mac 00:00:00:00:00:00", "mac and cheese")),
    personal("us-ssn", r"\b(\d{3}-\d{2}-\d{4})\b", ("-",), "ssn", ("ssn=206-57-1887",), ("Part 000-12-3417", "123-45-6789")),
    personal("us-ssn-spoken", r"(?i)\b(?:ssn|social security)[^\n\d]{0,40}(\d{3}[ .]\d{2}[ .]\d{4})\b", ("ssn", "social security"), "ssn", ("SSN 206 57 1887",), ("SSN 000 57 1887",)),
    personal("us-ssn-plain", r"(?i)\b(?:ssn|social security(?: number)?)\b[^\n\d]{0,40}(\d{9})\b", ("ssn", "social security"), "always", ("SSN: 206571887",), ("ssn is stored",)),
    personal("us-itin", r"\b(9\d{2}-[5-9]\d-\d{4})\b", ("-",), "always", ("912-78-1234",), ("912-12-1234",)),
    personal("uk-nino", r"(?i)\b([A-Z]{2}[ ]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?[A-D])\b", (), "nino-spoken", ("NINO WH886209D", "National Insurance number YA 35 37 63 A"), ("GB123456A", "ab123456c is the build")),
    personal("uk-nhs", rf"(?i)\bnhs{NUMBER}\b{OF}[^\n\d]{{0,12}}(\d{{3}}[ -]?\d{{3}}[ -]?\d{{4}})\b", ("nhs",), "always", ("NHS number 943 476 5919",), ("NHS trust 12",)),
    personal("it-codice-fiscale", r"(?i)\b([A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z])\b", (), "always", ("RSSMRA85T10A562S",), ("RSSMRA85Z10A562S",)),
    personal("pt-nif", rf"(?i)\b(?:nif|contribuinte|niss){NUMBER}\b{OF}[^\n\d]{{0,12}}(\d{{3}}[ ]?\d{{3}}[ ]?\d{{3}})\b", ("nif", "contribuinte"), "nif-pt", ("NIF 123456789",), ("NIF 123456788",)),
    personal("pl-pesel", rf"(?i)\bpesel\b{OF}[^\n\d]{{0,12}}(\d{{11}})\b", ("pesel",), "pesel", ("PESEL 44051401359",), ("PESEL 44051401358",)),
    personal("nl-bsn", rf"(?i)\b(?:bsn|burgerservicenummer)\b{OF}[^\n\d]{{0,12}}(\d{{9}})\b", ("bsn", "burgerservice"), "bsn", ("BSN 111222333",), ("BSN 111222334",)),
    personal("ch-ahv", r"\b(756\.\d{4}\.\d{4}\.\d{2})\b", ("756.",), "ahv", ("AHV 756.9217.0769.85",), ("756.9217.0769.84",)),
    personal("se-personnummer", rf"(?i)\b(?:personnummer|samordningsnummer)\b{OF}[^\n\d]{{0,12}}((?:\d{{2}})?\d{{6}}[-+]?\d{{4}})\b", ("nummer",), "luhn", ("personnummer 811218-9876",), ("personnummer 811218-9875",)),
    personal("ca-sin", rf"(?i)\b(?:sin|social insurance)\b{OF}[^\n\d]{{0,20}}(\d{{3}}[ -]\d{{3}}[ -]\d{{3}}|\d{{9}})\b", ("sin", "social insurance"), "luhn", ("SIN 046 454 286",), ("SIN 046 454 287",)),
    personal("au-tfn", rf"(?i)\b(?:tfn|tax file number)\b{OF}[^\n\d]{{0,12}}(\d{{3}}[ ]?\d{{3}}[ ]?\d{{3}})\b", ("tfn", "tax file"), "always", ("TFN 123 456 782",), ("TFN is missing",)),
    personal("sg-nric", r"\b([STFG]\d{7}[A-Z])\b", (), "nric", ("NRIC S1234567D",), ("S1234567A",)),
    personal("mx-curp", r"\b([A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d)\b", (), "always", ("CURP BEMC900101HDFNRR09",), ("BEMC900101XDFNRR09",)),
    personal("br-rg", rf"(?i)\brg{NUMBER}\b[ :=]{{1,4}}(\d{{1,2}}\.\d{{3}}\.\d{{3}}-[\dxX])", ("rg",), "always", ("RG 12.345.678-9",), ("rg -n foo",)),
    personal("passport", rf"(?i)\b(?:passport|passaporte|pasaporte|reisepass|passeport|pass(?:nr|nummer)){NUMBER}{OF}{_GAP}([A-Z]{{0,3}}\d{{6,9}}[A-Z]?|[A-Z]\d[A-Z0-9]{{6,7}}|\d{{2}}[A-Z]{{2}}\d{{5}})\b",
         ("passport", "passaporte", "pasaporte", "reisepass", "passeport", "passn"), "numbered", ("passport_no: E91606576", "Passport number is C{d8}"), ("passport.js 0.7.0", "passport strategy")),
    personal("drivers-license", rf"(?i)\b(?:driv(?:er'?s?|ing)[ _-]?(?:licen[sc]e|permit)|dl|dln|cnh|f\xfchrerschein(?:nummer)?|permiso de conducir|permis de conduire|carn\xe9 de conducir){NUMBER}{OF}{_GAP}([A-Z]{{0,5}}[ -]?\d[A-Z0-9 \-]{{4,16}}[A-Z0-9])\b",
         ("driv", "dl", "cnh", "hrerschein", "conduc", "conduire"), "numbered", ("DL number Q2192647", "Driver's license O5262759"), ("dl the file", "driver license check")),
    personal("medical-record", rf"(?i)\b(?:medical record|patient(?:[ _-]?id)?|health record|chart|mrn){NUMBER}{OF}{_GAP}((?:MRN[-: #]{{0,2}})?[A-Z]{{0,3}}-?\d{{5,10}})\b",
         ("medical", "patient", "health", "chart", "mrn"), "numbered", ("Patient MRN8338144", "medical record number 4753280"), ("patient and calm",)),
    personal("mrn", r"(?i)\b(MRN[-: #=]{0,3}\d{5,10})\b", ("mrn",), "always", ("MRN: 8338144",), ("MRN is hidden",)),
    personal("health-insurance", rf"(?i)\b(?:krankenversicherten|versicherten|insurance (?:member|policy)|member|policy|medicare|medicaid|sus|cns|tarjeta sanitaria|carte vitale){NUMBER}{OF}{_GAP}([A-Z]{{0,3}}\d[A-Z0-9\-]{{7,15}})\b",
         ("versicherten", "insurance", "member", "policy", "medic", "cns", "sanitaria", "vitale"), "numbered-strict", ("Medicare number 1EG4-TE5-MK73", "Versichertennummer A{d9}"), ("policy v2", "member 12")),
    personal("bank-account", r"(?i)\b(?:(?:bank[ -]?)?(?:account|acct|acc|a/c)\.?[ _-]?(?:no|number|num|nr|#)|bank[ -]account|konto(?:nummer|nr)?|kto\.?-?nr|conta(?: corrente)?(?: n[\xba\xb0o]\.?)?|routing[^\nA-Za-z]{1,16}account|n\xfamero de cuenta|cuenta bancaria|num\xe9ro de compte|compte bancaire|checking|savings account)\.?[\"']?[^\n\dA-Za-z]{0,6}(?:is[ ]|ist[ ]|\xe9[ ]|es[ ]|est[ ])?[^\n\dA-Za-z]{0,3}(\d[\d \-]{5,20}\d)\b",
         ("acc", "a/c", "routing", "konto", "kto", "conta", "cuenta", "compte", "checking"), "account", ("acct no. 3848159349", "account number 9333862696", "Kontonummer: {d10}"), ("account number 123456789012 in AWS", "conta 12")),
    personal("birth-date", rf"(?i)\b(?:dob|d\.o\.b|date[ _-]?of[ _-]?birth|birth[ _-]?(?:date|day)|born(?: on)?|geburts(?:datum|tag)|geb\.|geboren(?: am)?|fecha[ _]de[ _]nacimiento|nacid[oa] el|data[ _]de[ _]nascimento|nascid[oa] em|nascimento|date[ _]de[ _]naissance|n\xe9e? le)\b\.?{OF}[^\n\d.;]{{0,40}}?({DATE})",
         ("dob", "d.o.b", "birth", "born", "gebor", "geb", "nac", "nasc", "naiss", "n\xe9"), "birth-told", ("DOB: 1988-06-06", "born on 12 March 1990", "Geburtsdatum 06.06.1988"), ("born from a need in v2.0", "birthday paradox")),
    personal("person-ip", r"(?i)\b(?:customer|client|user|visitor|attacker|employee|patient|subscriber|member|logged in|signed in|login|connected)\b[^\n]{0,60}?\b(?:from|ip|address)[ :=]{1,3}(?:ip[ :]{1,2})?(?:address[ :]{1,2})?((?:\d{1,3}\.){3}\d{1,3})\b",
         ("from", "ip", "address"), "public-ip", ("customer connected from 203.0.113.77",), ("clients connect from 10.0.0.5", "DNS resolvers 8.8.8.8")),
    personal("street-address", r"\b((?:(?:Flat|Apt\.?|Apartment|Unit|Suite|Level)[ ]\w{1,5},[ ])?\d{1,5}[A-Za-z]?[ ](?:[NSEW]{1,2}\.?[ ])?(?:[A-Z0-9][\w'.\-]{1,20}[ ]){1,4}(?:Ave(?:nue)?|St(?:reet)?|R(?:oa)?d|Blvd|Boulevard|Dr(?:ive)?|Lane|Ln|Way|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Close|Crescent|Loop|Trail|Row|Mews|Gardens|Grove|Hill|Broadway|Alley|Quay|Wharf)\b\.?(?:,?[ ](?:Apt|Apartment|Suite|Ste|Unit|Floor|Flat|#)\.?[ ]?[\w\-]{1,6})?(?:,[ ][A-Z][A-Za-z.'\-]{1,20}(?:[ ][A-Z][A-Za-z.'\-]{1,20}\b){0,2})?(?:,?[ ][A-Z]{2,3}\b)?(?:,?[ ](?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z0-9]?[ ]\d[A-Z]{2})\b)?)",
         ("ave", "st", "rd", "road", "blvd", "boulevard", "dr", "lane", "ln", "way", "court", "ct", "pl", "sq", "ter", "pkwy", "parkway", "hwy", "highway", "cir", "close", "crescent", "loop", "trail", "row", "mews", "garden", "grove", "hill", "alley", "quay", "wharf"),
         "street", ("Ship it to 905 Oak Ridge Ave, San Francisco, CA 94114", "221B Baker Street, London"), ("Run 3 Big Tests Way too slow", "Step 2 Open Road map")),
    personal("street-address-eu", r"(?:\b|\x60)((?:[A-Z\xc0-\xde][a-z\xdf-\xff]{2,24}(?:stra\xdfe|strasse|str\.|weg|platz|allee|gasse|ring|ufer|damm|straat|laan|gracht|plein)|(?:Rua|Avenida|Av\.|Travessa|Pra\xe7a|Largo|Alameda|Calle|C/|Paseo|Plaza|Camino|Via|Viale|Piazza|Corso)[ ](?:(?:de|da|do|dos|das|del|della|dei|la|el|los|las)[ ]){0,2}[A-Z\xc0-\xde][a-z\xdf-\xff.]{1,20}(?:[ ](?:(?:de|da|do|dos|del|y|e)[ ])?[A-Z\xc0-\xde][a-z\xdf-\xff.]{1,20}){0,3}),?[ ](?:n\xba|n\xb0|no|n\.|nr\.?)?[ ]?\d{1,5}[a-zA-Z]?(?:,?[ ](?:\d{4,5}(?:-\d{3})?)[ ][A-Z\xc0-\xde][a-z\xdf-\xff]{2,20}(?:[ ][A-Z\xc0-\xde][a-z\xdf-\xff]{2,20})?)?|\d{1,4}(?:[ ]?bis|[ ]?ter)?,?[ ](?i:rue|avenue|boulevard|chemin|all\xe9e|impasse|quai|cours)[ ](?:(?:de|du|des|la|le|l'|d')[ ]?){0,2}[A-Z\xc0-\xde][a-z\xdf-\xff]{2,20}(?:[ -][A-Z\xc0-\xde][a-z\xdf-\xff]{2,20}){0,3}(?:,?[ ]\d{5}[ ][A-Z][a-z\xdf-\xff-]{2,20})?)",
         ("str", "weg", "platz", "allee", "gasse", "ring", "ufer", "damm", "laan", "gracht", "plein", "rua", "av", "trav", "pra", "largo", "alameda", "calle", "c/", "paseo", "plaza", "camino", "via", "corso", "piazza", "rue", "boulevard", "chemin", "all", "impasse", "quai", "cours"),
         "always", ("Lieferung an Lindenstraße 12, 10969 Berlin", "Rua das Flores 123", "12 rue de Rivoli, 75001 Paris"), ("Avenida is slow", "rue the day", "string 12")),
    personal("person-contacted", rf"\b(?:[Aa]sk|[Pp]ing|[Cc]ontact|[Cc]all|[Ee]-?mail|[Tt]ell|[Mm]essage|[Nn]otify|[Mm]eet|[Rr]each|[Cc][Cc]|[Mm]rs?\.?|Ms\.?|Dr\.?|[Pp]rof\.?|Herr|Frau|Sr\.?|Sra\.?|Se\xf1ora?|Senhora?|[Mm]onsieur|[Mm]adame|[Cc]ustomer|[Pp]atient|[Ee]mployee|[Cc]olleague|[Rr]eported by|[Aa]ssigned to|[Aa]pproved by|[Rr]eviewed by|[Nn]ame is|named|[Nn]ame:|[Cc]ontact:|[Oo]wner:|(?:CTO|CEO|CFO|COO|DBA|[Mm]anager|[Dd]esigner|[Ee]ngineer|[Dd]eveloper|[Bb]oss|[Ii]ntern|[Tt]eammate),?|[Cc]liente|[Kk]undin|[Kk]unde|[Ss]peak (?:to|with)|[Tt]alk to|[Pp]regunta a|[Ff]rag|[Ff]ale com|[Dd]emande \xe0)[ ]({_NAME})\b",
         (), "person", ("Ask Marcus Fuentes about the VPN", "Patient Anna Weber was seen"), ("Ask Claude Code about it", "Contact Red Hat for support", "Call Foo Bar")),
    personal("person-acting", rf"(?:^|[^\w'\-] ?)({_NAME})(?:[ ]\((?:DBA|CTO|CEO|CFO|COO|PM|QA|SRE|he|she|they)\b|[ ](?:owns|leads|manages|maintains|reports to|is on[ -]call|is the (?:owner|lead|manager|contact|maintainer|cto|ceo|dba|head|author|admin)|joined|approved|reviewed|lives|works (?:at|for|in|on|from)|said|asked|prefers|handles|wrote the|knows|is on (?:leave|holiday|vacation)|is responsible|verantwortet|leitet|arbeitet|wohnt|lidera|trabalha|mora|cuida|dirige|trabaja|vive|g\xe8re|habite|travaille)\b)",
         (), "person", ("Yuki Whitfield owns the ingestion service",), ("Visual Studio handles it", "Postgres Pro works in CI")),
)  # fmt: skip
