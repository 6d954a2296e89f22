"""Other readings of a text, each with a map back to it.

A secret is often written so that a pattern does not see it: with invisible characters, look-alike letters, escapes, or
broken over lines. A view undoes one of these and remembers where each of its characters came from.
"""

# ruff: noqa: RUF001, E501, S105  look-alike letters are the subject, patterns are one line, a token is a run here

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from vademecum.rules.gate.listing import listed

_LOOKALIKES = {
    ord(pair[0]): pair[1]
    for pair in sorted(
        listed(
            "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT ХX ҮY Зз аa еe ѕs іi јj оo рp сc уy хx һh ԁd ԛq ԝw ґr кk мm тt вb пn "
            "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ικ κk νv οo ρp υu χx γy εe ιi τt օo սu ցg հh ոn ѡw ɑa ɡg ıi ȷj ƖI ӏl "
            "łl ŁL øo ØO đd ĐD ∕/ ⁄/ ‐- ‑- ‒- –- −- ˗- “\" ”\" „\" ″\" ‘' ’' ‚' ‛' ′' ： ： ，, （( ）) "
            '「" 」" 『" 』" 。. 、,'
        )
    )
    if len(pair) == 2  # noqa: PLR2004  a letter and what it looks like
}
"""Letters that look like Latin ones (Unicode TR 39, the common part), dashes and quotation marks."""

_PASSWORD_WORDS = {
    "пароля": "passwd",
    "паролем": "passwd",
    "пароль": "passwd",
    "Пароль": "passwd",
    "ПАРОЛЬ": "passwd",
    "парол": "passw",
    "密码": "pw",
    "密碼": "pw",
    "口令": "pw",
    "暗号": "pw",
    "暗証番号": "pin",
    "パスワード": "passw",
    "비밀번호": "pass",
    "암호": "pw",
    "סיסמה": "passw",
    "κωδικός": "  passw",
    "पासवर्ड": "  passw",
    "รหัสผ่าน": "password",
    "токен": "token",
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
    **dict.fromkeys(("лозинка", "лозинку", "Лозинка", "парола", "Парола", "пароли", "паролі"), "passwd"),
    "ключ доступа": "secret",
    "Ключ доступа": "secret",
    "секрет": "secret",
    "كلمة المرور": "passwd",
    "كلمة السر": "passwd",
    "mật khẩu": "passwd",
    "הסיסמה": "passwd",
    "비번": "pw",
    **dict.fromkeys(listed("şifresi Şifresi şifresini şifreniz"), "sifresi"),
    **dict.fromkeys(listed("şifre Şifre"), "sifre"),
    "κωδικό": "passw",
}
"""Words for password in other scripts, each with an English one."""

_LINKING_WORDS = listed(
    "是 为 為 は が を 改成了 改成 改为 改為 设为 设置为 設為 更改为 已改为 已改成 已更改为 已设为 更新为 已更新为 已重置为 重置为 已变更为 变更为 変更後は 는 은 에는 คือ"
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
_LINKS = {
    "είναι ": "is ",
    "هي ": "is ",
    "היא ": "is ",
    "है ": "is ",
    "на ": "to ",
    "это ": "is ",
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
_WORDS = {
    **_PASSWORD_WORDS,
    **{word + link: made + ":" for word, made in _PASSWORD_WORDS.items() for link in _LINKING_WORDS},
    "→": "->",
    "➜": "->",
    "⇒": "=>",
    "— ": "- ",
    **_OTHER_WORDS,
    **_LABELS,
    **{word + link: made + "is " for word, made in _LABELS.items() for link in _PARTICLES},
    **{word + link: made + " is " for word, made in _OTHER_WORDS.items() for link in _PARTICLES},
    **_LINKS,
}
"""What stands in the folded view for a word of another script; with a linking word it becomes an assignment."""

_ANSI = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|\x9b[0-?]*[@-~]"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\[\d{1,3}(?:;\d{1,3}){0,3}m")
_ODD = re.compile(rf"{_ANSI}|\[(?:\d{{1,3}};?){{1,4}}m|[^\t\n\r\x20-\x7e\xa1-\xac\xae-\xff]")
_ESCAPE = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|\\u[0-9A-Fa-f]{4}|\\u\{[0-9A-Fa-f]{1,6}\}|\\x[0-9A-Fa-f]{2}|&#\d{2,7};|&#[xX][0-9A-Fa-f]{2,6};|&(?:quot|amp|lt|gt|apos|lowbar|commat|colon|equals|period|sol|hyphen|dash|num|plus|nbsp|excl|dollar|percnt|ast|lpar|rpar|lsqb|rsqb|lbrack|rbrack);|\\[\"'/nrt]"
)
_BREAKS = (
    r"\\?[ \t]{0,4}\r?\n[ \t]{0,24}(?:[>+|#*]{1,2}[ \t]{0,4}|//[ \t]{0,4})?"
    r"|[\"'\x60][ \t]{0,4}(?:\\?\r?\n[ \t]{0,24})?(?:\+|\.|&|\.\.|\|\||,)?[ \t]{0,4}(?:\\?\r?\n[ \t]{0,24})?[\"'\x60]"
    r"|\*\*|__|~~|\x60\x60?|</?[a-z]{1,6}>|\\"
)
_GENERATED_NEXT = r"(?=[A-Za-z_\-+/=.]{0,11}(?:[0-9]|[a-z][A-Z])|[A-Z]{6})"
_JOINT = re.compile(rf"(?<=[A-Za-z0-9_\-+/=.])(?:{_BREAKS}){_GENERATED_NEXT}")
_JOINT_OR_BLANK = re.compile(rf"(?<=[A-Za-z0-9_\-+/=.])(?:{_BREAKS}|[ \t\xa0]){_GENERATED_NEXT}")
_TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=."


@dataclass(frozen=True, slots=True)
class View:
    """A reading of a text, in pieces.

    Piece `i` begins at `places[i]` in this view and stands for [starts[i], ends[i]) of the text, character by character
    where the lengths are equal, else as a whole. Without pieces the view is the text itself.
    """

    text: str
    places: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the text of a non-empty span of this view."""
        return self._span_of(start)[0], self._span_of(end - 1)[1]

    def _span_of(self, place: int) -> tuple[int, int]:
        """Return the span that one character stands for."""
        if not self.places:
            return place, place + 1
        piece = bisect_right(self.places, place) - 1
        following = self.places[piece + 1] if piece + 1 < len(self.places) else len(self.text)
        start, end = self.starts[piece], self.ends[piece]
        if following - self.places[piece] != end - start:
            return start, end
        at = start + place - self.places[piece]
        return at, at + 1

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield (length, start, end) of the pieces of the text that a span of this view stands for."""
        if not self.places:
            yield end - start, start, end
            return
        piece = bisect_right(self.places, start) - 1
        while start < end:
            following = self.places[piece + 1] if piece + 1 < len(self.places) else len(self.text)
            stop = min(following, end)
            yield stop - start, *self.span(start, stop)
            start, piece = stop, piece + 1


class _Weaver:
    """Builds a view piece by piece from the pieces of another."""

    def __init__(self, source: View) -> None:
        self.source = source
        self.done = 0
        self.parts: list[str] = []
        self.length = 0
        self.places: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def until(self, place: int) -> None:
        """Take what lies before `place` in the source as it is."""
        if place > self.done:
            self.parts.append(self.source.text[self.done : place])
            for length, start, end in self.source.pieces(self.done, place):
                self._add(length, start, end)
        self.done = place

    def put(self, text: str, start: int, end: int) -> None:
        """Let `text` stand for source[start:end]."""
        self.until(start)
        self.done = end
        if text:
            self.parts.append(text)
            self._add(len(text), *self.source.span(start, end))

    def _add(self, length: int, start: int, end: int) -> None:
        self.places.append(self.length)
        self.starts.append(start)
        self.ends.append(end)
        self.length += length

    def view(self) -> View:
        """Return what was built, with the rest of the source."""
        self.until(len(self.source.text))
        return View("".join(self.parts), tuple(self.places), tuple(self.starts), tuple(self.ends))


def folded(source: View) -> View | None:
    """Return the view without invisible characters and terminal codes, with look-alikes folded; None if nothing changes."""
    if source.text.isascii() and not _CONTROL.search(source.text):
        return None
    weaver, text, at = _Weaver(source), source.text, 0
    while match := _ODD.search(text, at):
        start, at = match.span()
        word, lead = _word_at(text, start, weaver.done) if at - start == 1 else ("", 0)
        if word:
            start -= lead  # a word may begin with letters of ours: `API` in another script's sentence
            at = start + len(word)
            made = _WORDS[word] if word not in _PASSWORD_WORDS else _apart(text, _WORDS[word], start, at)
        else:
            made = _fold(match[0])
        if made != text[start:at]:
            weaver.put(made, start, at)
    return weaver.view() if weaver.done else None


def _word_at(text: str, place: int, done: int) -> tuple[str, int]:
    """Return the longest known word whose first odd letter is here, and how many letters it has before that.

    A linking word has to stand alone; nothing before `done` is taken again.
    """
    for word, lead in _by_first().get(text[place], ()):
        start = place - lead
        if start >= done and text.startswith(word, start) and (word not in _LINKS or text[start - 1 : start] == " "):
            return word, lead
    return "", 0


@cache
def _by_first() -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the known words and the place of their first odd letter, by that letter, the longest first."""
    found: dict[str, list[tuple[str, int]]] = {}
    for word in sorted(_WORDS, key=len, reverse=True):
        odd = _ODD.search(word)
        if odd:
            found.setdefault(odd[0], []).append((word, odd.start()))
    return {first: tuple(words) for first, words in found.items()}


def _apart(text: str, word: str, start: int, end: int) -> str:
    """Set a word of another script apart from Latin letters that touch it: what follows at once is its value."""
    before, after = text[start - 1 : start], text[end : end + 1]
    lead = " " if before.isascii() and before.isalnum() else ""
    return lead + word + (":" if after.isascii() and (after.isalnum() or after in "#@!$%&*") else "")


def _fold(found: str) -> str:
    """Return what an odd character looks like; nothing for one that cannot be seen."""
    if len(found) > 1:
        return ""
    category = unicodedata.category(found)
    if category in {"Cf", "Cc", "Co", "Cn", "Me"} or found in "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u00ad":
        return ""
    if category == "Mn" or "\ufe00" <= found <= "\ufe0f" or "\U000e0100" <= found <= "\U000e01ef":
        return ""
    plain = unicodedata.normalize("NFKC", found).translate(_LOOKALIKES)
    if len(plain) == 1 and not plain.isascii():
        bare = unicodedata.normalize("NFD", plain)[0]
        return bare if bare.isascii() else plain
    return plain


def unescaped(source: View) -> View | None:
    r"""Return the view with `%41`, `\u0041`, `\x41`, `&#65;` and JSON escapes undone; None if there are none."""
    if not any(mark in source.text for mark in "%\\&"):
        return None
    weaver = _Weaver(source)
    for match in _ESCAPE.finditer(source.text):
        for text, start, end in _undo(match[0], match.start()):
            weaver.put(text, start, end)
    return weaver.view() if weaver.done else None


def _undo(escape: str, at: int) -> list[tuple[str, int, int]]:
    """Return (character, start, end) for each escaped character of a run."""
    if escape[0] == "%":
        codes = bytes.fromhex(escape.replace("%", "")).decode("latin-1")
        return [(code, at + 3 * i, at + 3 * i + 3) for i, code in enumerate(codes)]
    if escape[0] == "&":
        return [(html.unescape(escape)[:1], at, at + len(escape))]
    if escape[1] in "ux":
        code = int(escape[2:].strip("{}"), 16)
        return [(chr(code) if code < 0x110000 else "?", at, at + len(escape))]  # noqa: PLR2004  last code point
    return [({"n": "\n", "r": "\n", "t": "\t"}.get(escape[1], escape[1]), at, at + len(escape))]


def joined(source: View, *, spaces: bool) -> View | None:
    """Return the view with breaks inside random runs taken out; None if there are none.

    A break counts only where what follows looks random, so that prose stays apart. Single blanks count when
    `spaces` says that a known prefix occurs.
    """
    text, weaver = source.text, _Weaver(source)
    for match in (_JOINT_OR_BLANK if spaces else _JOINT).finditer(text):
        if _continues(text, *match.span()):
            weaver.put("", *match.span())
    return weaver.view() if weaver.done else None


def _continues(text: str, start: int, end: int) -> bool:
    """Tell whether the runs on both sides of a break look like one value."""
    right = _run(text[end : end + 48]).rstrip(".-")
    left = _run(text[max(0, start - 48) : start][::-1])[::-1]
    if len(left) < 2 or len(right) < 2:  # noqa: PLR2004
        return False
    blank = text[start:end].isspace() and "\n" not in text[start:end]
    return _looks_generated(right) and (not blank or _looks_generated(left))


def _looks_generated(run: str) -> bool:
    """Tell whether a run has figures among letters, a capital after a small letter, or only capitals."""
    if any(map(str.isdigit, run)) and any(map(str.isalpha, run)):
        return True
    return any(a.islower() and b.isupper() for a, b in pairwise(run)) or (
        len(run) > 5 and run.isalnum() and run.isupper()  # noqa: PLR2004  the rest of an upper-case key
    )


def _run(text: str) -> str:
    """Return the leading token characters."""
    for place, char in enumerate(text):
        if char not in _TOKEN:
            return text[:place]
    return text
