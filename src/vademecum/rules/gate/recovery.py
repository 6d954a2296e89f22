"""What gets one back in, told in sentences: recovery codes, seed phrases, numbers of doors and cards."""

# ruff: noqa: E501  a pattern is one line

from vademecum.rules.gate.rule import Rule

RECOVERY = (
    Rule(
        "recovery-codes",
        "recovery-codes",
        r"(?i)\b(?:recovery|backup|2fa|mfa|totp|scratch|rescue|emergency|one[ -]time|wiederherstellungs|recupera\w{2,6}|secours)[ -]?codes?\b[^\n]{0,40}?[ \t:=\n]\s{0,4}((?:[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){0,3}[ \t,;/\n]{1,4}[-*]?[ \t]{0,2}){1,19}[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){0,3})",
        ("code",),
        "codes",
        yes=("GitHub recovery codes: {h5}-{h5} {h5}-{h5} {h5}-{h5} {h5}-{h5}", "backup codes: {d8} {d8} {d8} {d8}"),
        no=("recovery codes are stored in the safe today", "backup code paths were removed from main last week"),
    ),
    Rule(
        "recovery-code",
        "recovery-codes",
        r"(?i)\b(?:recovery|backup|2fa|mfa|totp|scratch|rescue|emergency|one[ -]time|two[ -](?:step|factor)|wiederherstellungs|ersatz|notfall|r\xe9cup\xe9ration|recupera\w{2,6}|secours|r\xe9cup\w{0,8}|recupero|respaldo|herstel|\xe5terst\xe4llnings|gjenopprettings|odzyskiwania)[ -]?(?:codes?|c[o\xf3]digos?|codic[ei]|kode?r?|keys?|token|schl\xfcssel)\b[^\n]{0,64}?(?:[:=(]|->|[ ](?:is|was|ist|lautet|est|es|\xe9|\xe8|\xe4r|er|to|on))[ ]{0,3}[\"'\x60]?([a-z0-9]{3,10}(?:-[a-z0-9]{3,10}){1,8}|[a-z0-9]{10,40})(?:$|[^A-Za-z0-9\-])",
        (
            "recover",
            "backup",
            "2fa",
            "mfa",
            "totp",
            "scratch",
            "rescue",
            "emergency",
            "one-time",
            "one time",
            "two-",
            "two step",
            "two factor",
            "wiederherst",
            "ersatz",
            "notfall",
            "r\xe9cup",
            "recuper",
            "secours",
            "respaldo",
            "herstel",
            "terst\xe4ll",
            "gjenoppr",
            "odzyskiw",
        ),
        "recovery-code",
        yes=("2FA recovery code of the registrar account is {U4}-{U4}-{U4}", "Recovery code for npm: {h10}-{h10}"),
        no=(
            "recovery code screen: recovery-code-page",
            "recovery code work is tracked in INFRA-977",
            "one-time code to retry: step-2",
        ),
    ),
    Rule(
        "recovery-codes-listed",
        "recovery-codes",
        r"(?i)\b(?:recovery|backup|2fa|mfa|totp|scratch|rescue|emergency|one[ -]time|wiederherstellungs|recupera\w{2,6}|secours)[ -]?codes?\b[^\n:]{0,80}:\s{0,4}((?:[a-z0-9]{4,10}(?:[ -][a-z0-9]{4,10}){0,3}[ \t]?[,;/|\n][ \t]{0,2}(?:[-*]|\d{1,2}[.)])?[ \t]{0,2}){1,19}[a-z0-9]{4,10}(?:[ -][a-z0-9]{4,10}){0,3})",
        ("code",),
        "codes",
        yes=("backup codes (2FA, Acme admin): {d4} {d4}, {d4} {d4}, {d4} {d4}",),
        no=("recovery codes: stored in the safe, printed today",),
    ),
    Rule(
        "seed-words",
        "seed-phrase",
        r"(?i)\b(?:12|15|18|20|21|24|25|33|twelve|fifteen|eighteen|twenty[- ]four)[ -](?:(?:seed|recovery|backup|secret|bip-?39)[ -])?words?\b[^\n:]{0,40}:\s{0,3}[\"'\x60]?((?:\d{0,2}\.?[ ]?[a-z]{3,8}[ ,\n]{1,3}){11,32}[a-z]{3,8})\b",
        ("word",),
        "mnemonic",
        yes=(
            "restored from these 12 words: achieve aerobic action act acid alley actual advance adjust agent alien account",
        ),
        no=("use 12 words: the summary should say what was done and why it was done that way",),
    ),
    Rule(
        "seed-phrase",
        "seed-phrase",
        r"(?i)\b(?:seed|mnemonic|recovery phrase|backup phrase|secret phrase|wallet|bip-?39)\b(?:[^\n]{0,40}?[:=\"'\x60\n]|(?:[ ](?:phrase|words|is|was|are)){0,3}[ ])\s{0,3}[\"'\x60]?((?:\d{0,2}\.?[ ]?[a-z]{3,8}[ ,\n]{1,3}){11,23}[a-z]{3,8})\b",
        ("seed", "mnemonic", "phrase", "wallet", "bip"),
        "mnemonic",
        yes=("seed phrase: achieve aerobic action act acid alley actual advance adjust agent alien account",),
        no=("seed the database: run the make target and then open the admin page to look",),
    ),
    Rule(
        "spoken-pin",
        "pin",
        r"(?i)\b(?:(?:pin|pin[ -]?code|passcode|(?:door|gate|safe|alarm|unlock|voicemail|entry|keypad|lock(?:er)?|garage|building|panel|elevator|lift|intercom|bike|vault|box|phone|screen)(?:[ ](?:panel|system|lock))?[ ](?:code|pin))\b(?:[ \t][a-z]{1,12}){0,5}?[ \t]{0,2}(?:is|:|=|ist|es|est|\xe9)|(?-i:PIN)[ ])[ \t]{0,2}[\"'\x60]?(\d{4,8})\b",
        ("pin", "code"),
        "pin",
        yes=("the door PIN is 4821", "Alarm code: 90417"),
        no=("PIN is 13 on the board", "status code: 4041"),
    ),
)
"""Rules for codes and phrases."""
