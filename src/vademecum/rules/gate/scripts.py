"""Words of other scripts that secrets and personal numbers stand behind, each with a Latin one that rules know."""

# ruff: noqa: E501, RUF001  lists are one line; letters of other scripts are the subject

from vademecum.rules.gate.listing import listed

PASSWORD_WORDS = {
    "пароля": "passwd",
    "паролем": "passwd",
    "пароль": "passwd",
    "Пароль": "passwd",
    "ПАРОЛЬ": "passwd",
    "парол": "passwd",
    "密码": "pw",
    "密碼": "pw",
    "口令": "pw",
    "暗号": "pw",
    "暗証番号": "pin",
    "パスワード": "passwd",
    "비밀번호": "pass",
    "암호": "pw",
    "סיסמה": "passwd",
    "κωδικός": "  passwd",
    "पासवर्ड": "  passwd",
    "รหัสผ่าน": "password ",
    "токен": "token",
    "Токен": "token",
    "令牌": "pw",
    "密钥": "pw",
    "密鑰": "pw",
    "私钥": "secret",
    "秘密鍵": "secret",
    "暗号化キー": "secret",
    "アクセスキー": "secret",
    "アクセストークン": "token",
    "トークン": "token",
    "访问令牌": "token",
    **dict.fromkeys(listed("ключ Ключ ключа ключом ключі κλειδί מפתח المفتاح مفتاح कुंजी กุญแจ キー 金鑰 秘钥"), "key"),
    **dict.fromkeys(("ключ API", "Ключ API", "API 키", "مفتاح API", "κλειδί API", "מפתח API"), "api key"),
    **dict.fromkeys(
        ("시크릿 키", "비밀 키", "비밀키", "액세스 키", "액세스키", "인증키", "개인 키", "개인키"), "secret"
    ),
    **dict.fromkeys(listed("シークレットキー シークレット 認証キー 秘密密钥 访问密钥 存取金鑰"), "secret"),
    **dict.fromkeys(listed("토큰 權杖 存取權杖 توكن טוקן אסימון διακριτικό टोकन โทเค็น"), "token"),
    **dict.fromkeys(
        ("лозинка", "лозинку", "Лозинка", "паролата", "Паролата", "парола", "Парола", "пароли", "паролі"), "passwd"
    ),
    "ключ доступа": "secret",
    "Ключ доступа": "secret",
    "секрет": "secret",
    "كلمة المرور": "passwd",
    "كلمة السر": "passwd",
    "mật khẩu": "passwd",
    "Mật khẩu": "passwd",
    "הסיסמה": "passwd",
    "비번": "pw",
    **dict.fromkeys(listed("şifresi Şifresi şifresini şifreniz"), "sifresi"),
    **dict.fromkeys(listed("şifre Şifre"), "sifre"),
    "κωδικό": "passwd",
}
"""Words for password in other scripts, each with an English one."""

_LINKING_WORDS = listed(
    "是 为 為 は が を 改成了 改成 改为 改為 设为 设置为 設為 更改为 已改为 已改成 已更改为 已设为 更新为 已更新为 已重置为 重置为 已变更为 变更为 変更後は 는 은 에는 를 을 이 가 คือ"
)
_PARTICLES = listed("是 为 為 は が 는 은 이 가")
_LABELS = {
    **dict.fromkeys(
        listed(
            "护照号码 护照号 护照 護照號碼 護照 旅券番号 旅券 パスポート番号 パスポート 여권번호 여권 паспорта паспорт Паспорт"
        ),
        "passport ",
    ),
    **dict.fromkeys(listed("生年月日 出生日期 出生年月日 生日 생년월일"), "dob "),
    **dict.fromkeys(
        (
            "дата рождения",
            "Дата рождения",
            "дата народження",
            "Дата народження",
            "дата на раждане",
            "Дата на раждане",
            "датум рођења",
            "Датум рођења",
            "д.р.",
            "Д.р.",
        ),
        "dob ",
    ),
    **dict.fromkeys(listed("マイナンバー 個人番号"), "my number "),
    **dict.fromkeys(listed("주민등록번호 주민번호 외국인등록번호"), "rrn "),
    **dict.fromkeys(listed("СНИЛС снилс"), "snils "),
    **dict.fromkeys(listed("ИНН инн"), "inn "),
    **dict.fromkeys(listed("身份证号码 身份证号 身份证 身分證字號 身分證"), "citizen id "),
    **dict.fromkeys(("ЕГН", "егн"), "egn "),
    **dict.fromkeys(("ЈМБГ", "ЕМБГ"), "jmbg "),
    **dict.fromkeys(("РНОКПП", "ІПН", "ИПН"), "ipn "),
    **dict.fromkeys(("ИИН", "ЖСН"), "iin "),
    **dict.fromkeys(("เลขประจำตัวประชาชน", "เลขบัตรประชาชน"), "thai id "),
    **dict.fromkeys(("رقم الهوية", "الرقم القومي", "رقم الإقامة", "کد ملی"), "national id "),
    **dict.fromkeys(
        (
            "جواز السفر",
            "جواز سفر",
            "דרכון",
            "διαβατήριο",
            "Διαβατήριο",
            "διαβατηρίου",
            "паспорту",
            "पासपोर्ट",
            "หนังสือเดินทาง",
        ),
        "passport ",
    ),
    **dict.fromkeys(
        (
            "تاريخ الميلاد",
            "تاريخ ميلاد",
            "تاریخ تولد",
            "תאריך לידה",
            "תאריך הלידה",
            "ημερομηνία γέννησης",
            "Ημερομηνία γέννησης",
            "วันเกิด",
            "जन्म तिथि",
            "जन्मतिथि",
        ),
        "dob ",
    ),
    **dict.fromkeys(("生まれ", "출생"), " born"),
    "ΑΜΚΑ": "amka ",
    "ΑΦΜ": "afm ",
    "תעודת זהות": "teudat zehut ",
}
"""Labels of personal numbers in other scripts, each with a Latin one."""
LINKS = {
    "είναι ": "is ",
    "هي ": "is ",
    "היא ": "is ",
    "है ": "is ",
    "на ": "to ",
    "это ": "is ",
    "е ": "is ",
    "це ": "is ",
    "теперь ": "now ",
    "администратора ": "",
}
"""Linking words of other scripts that stand alone, each with an English one."""
_OTHER_WORDS = dict.fromkeys(
    listed(
        "電話番号 携帯番号 携帯電話番号 連絡先電話番号 연락처 휴대전화 휴대폰 핸드폰 เบอร์โทร โทรศัพท์ טלפון הטלפון τηλέφωνο Τηλέφωνο κινητό Κινητό मोबाइल फोन الهاتف الجوال هاتف جوال мобильный Мобильный моб. 携帯電話 電話 携帯 連絡先 手机号码 手机号 手机 联系电话 联系方式 电话 手機 전화번호 휴대폰 телефон Телефон тел."
    ),
    "phone",
)
WORDS = {
    **PASSWORD_WORDS,
    **{word + link: made + ":" for word, made in PASSWORD_WORDS.items() for link in _LINKING_WORDS},
    "→": "->",
    "➜": "->",
    "⇒": "=>",
    "— ": "- ",
    **_OTHER_WORDS,
    **_LABELS,
    **{word + link: made + "is " for word, made in _LABELS.items() for link in _PARTICLES},
    **{word + link: made + " is " for word, made in _OTHER_WORDS.items() for link in _PARTICLES},
    **LINKS,
    "คือ ": " is ",
}
"""What stands in the folded view for a word of another script; with a linking word it becomes an assignment."""
