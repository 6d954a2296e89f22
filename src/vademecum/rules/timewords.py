"""The words for times in eight languages, without accents and case, and the patterns made of them."""

from __future__ import annotations

import re

from vademecum.rules.cutting import is_hiragana
from vademecum.rules.stopwords import EVERYDAY_WORDS, STOP_WORDS

_LANGUAGES = """
hour: hour hours stunde stunden heure heures hora horas ora ore 時間 小时 小時
day: day days tag tage tagen jour jours dia dias giorno giorni 日 天
week: week weeks woche wochen semaine semaines semana semanas settimana settimane 週間 周 週 个星期 星期 个礼拜
weekend: weekend wochenende week-end
month: month months monat monate monaten mois mes meses mese mesi ヶ月 か月 カ月 ヵ月 个月 個月
year: year years jahr jahre jahren an ans annee annees ano anos anno anni 年
"""
UNITS = {word: line.split(":")[0] for line in _LANGUAGES.strip().splitlines() for word in line.split(":")[1].split()}

DAYS = {
    "today": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "tonight": 0, "earlier today": 0,
    "yesterday": 1, "last night": 1, "the day before yesterday": 2, "day before yesterday": 2,
    "heute": 0, "heute morgen": 0, "gestern": 1, "gestern abend": 1, "vorgestern": 2,
    "aujourd'hui": 0, "ce matin": 0, "cet apres-midi": 0, "ce soir": 0, "hier": 1, "hier soir": 1, "avant-hier": 2,
    "hoy": 0, "esta manana": 0, "esta tarde": 0, "ayer": 1, "anoche": 1, "anteayer": 2, "antes de ayer": 2,
    "hoje": 0, "esta manha": 0, "ontem": 1, "ontem a noite": 1, "anteontem": 2,
    "oggi": 0, "stamattina": 0, "stamane": 0, "ieri": 1, "ieri sera": 1, "l'altro ieri": 2, "altroieri": 2,
}  # fmt: skip
"""How many days ago a day was that has a name."""

_WEEKDAYS = """
monday montag lundi lunes segunda-feira lunedi
tuesday dienstag mardi martes terca-feira martedi
wednesday mittwoch mercredi miercoles quarta-feira mercoledi
thursday donnerstag jeudi jueves quinta-feira giovedi
friday freitag vendredi viernes sexta-feira venerdi
saturday samstag samedi sabado sabato
sunday sonntag dimanche domingo domenica
"""
WEEKDAYS = {word: number for number, line in enumerate(_WEEKDAYS.strip().splitlines()) for word in line.split()}

_MONTHS = """
january february march april may june july august september october november december
januar februar marz april mai juni juli august september oktober november dezember
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
"""
_BEFORE_MONTHS = """
in on of since by during until before after early mid late last this from between and to through
im seit ab anfang mitte ende bis letzten von zwischen und
en depuis de debut fin entre et
en desde de entre y a
em desde de entre e a
a ad in da di nel tra e
"""
PAIRED = tuple(
    (frozenset(before.split()), months.split())
    for before, months in zip(_BEFORE_MONTHS.strip().splitlines(), _MONTHS.strip().splitlines(), strict=True)
)
SHORT = {
    "jan": 1,
    "feb": 2,
    "mar": 3,
    "apr": 4,
    "jun": 6,
    "jul": 7,
    "aug": 8,
    "sep": 9,
    "oct": 10,
    "nov": 11,
    "dec": 12,
}
MONTHS = {name: number for _, months in PAIRED for number, name in enumerate(months, 1)} | SHORT
LOOSE = {"may", "march", *SHORT}
"""Words of their own, or pieces of others: a number must stand beside them."""

_NUMBERS = """
1 a an one einem einer eines ein un une uno una um uma 一
2 two zwei deux dos dois duas due 二 两 兩
3 three drei trois tres tre 三
4 four vier quatre cuatro quatro quattro 四
5 five funf cinq cinco cinque 五
6 six sechs seis sei 六
7 seven sieben sept siete sete sette 七
8 eight acht huit ocho oito otto 八
9 nine neun neuf nueve nove 九
10 ten zehn dix diez dez dieci 十
12 twelve zwolf douze doce dodici
"""
COUNTED = {word: int(line.split()[0]) for line in _NUMBERS.strip().splitlines() for word in line.split()[1:]}
SOME = {
    "a few",
    "few",
    "several",
    "ein paar",
    "einigen",
    "einige",
    "quelques",
    "unos",
    "unas",
    "alguns",
    "algumas",
    "alcuni",
    "alcune",
    "qualche",
    "数",
    "几",
}
PAIR = {"a couple of", "couple of", "a couple", "un par de", "un paio di"}

_CJK = """
day 0 今日 今天 今朝 今早
day 1 昨日 昨天 きのう 昨晚 昨夜
day 2 一昨日 おととい 前天
week 0 今週 本周 本週 这周 這週 这个星期 这星期
week 1 先週 上周 上週 上星期 上个星期 上個星期 上礼拜
week 2 先々週 上上周
month 0 今月 这个月 這個月 本月
month 1 先月 上个月 上個月 上月
month 2 先々月
year 0 今年
year 1 去年 昨年
year 2 一昨年 前年
"""
CJK = {name: (unit, int(back)) for unit, back, *names in map(str.split, _CJK.strip().splitlines()) for name in names}
"""Times that have a name: the unit, and how many of it ago."""

_GENERIC = """
accomplish accomplished activities activity been change changed changes chat chats completed conversation conversations
decide decided decision decisions did discuss discussed do doing done finish finished fix going happen happened happens
history learn learned learnt list notes overview progress recap session sessions show status summaries summarise
summarize summary talked task tasks topic topics work worked working
besprochen entschieden erledigt fasse gab gearbeitet geandert gelernt gemacht gesprache geschehen getan haben hatten los
passiert sitzung sitzungen stand war zeig zeige zusammen zusammenfassung
avons change decide discute est fait faits passe qu resume resumer seance seances travaille
cambiado cambio cambios decidimos hablamos hecho hemos hice hicimos paso resumen sesiones trabajamos
aconteceu decidimos falamos fiz fizemos mudou resuma resumo sessoes trabalhamos
abbiamo cambiato deciso fatto lavorato parlato riassunto riassumi sessioni successo
me us
"""
_ALL_GENERIC = frozenset(_GENERIC.split()) | EVERYDAY_WORDS | STOP_WORDS
_GENERIC_CJK = re.compile(
    "何|我々|私たち|作業|話|決|教|変更|会話|進捗|要約|我们|我們|什么|什麼|做|了|干|工作|讨论|討論|发生|發生|总结|總結|聊|决定|決定|事情|"
    "事|过|過|都|哪些|改|完成|的|在|有|我|吗|嗎|呢|一下|里|对话|会话"
)

_NO_SIGN = {"the", "a", "de", "this", "before", "an", "last"}
_SIGNS = {
    "day": {word for phrase in DAYS for word in phrase.split()},
    "unit": UNITS,
    "weekday": WEEKDAYS,
    "month": MONTHS,
}
_TRIGGERS = {word: kind for kind, signs in _SIGNS.items() for word in signs if word not in _NO_SIGN}
_TRIGGERS_CJK = frozenset("今昨去先上前本这這月日年周週天き")
_WORD = re.compile(r"[\w'-]+")
_YEAR_THERE = re.compile(r"(?:19|20)\d\d")

LEFT_OFF = re.compile(
    r"\bwhere (?:did )?(?:we|i|you) (?:leave|left) (?:it )?off\b|\bwhere (?:were|was) (?:we|i)(?: again)?\W*$"
    r"|\b(?:pick|carry on|continue|resume)\b.{0,20}\bwhere (?:we|i) (?:left|stopped)\b"
    r"|\bwhat (?:was|were|is) the last (?:things?|tasks?) (?:we|i|you) (?:did|do|worked|were)\b"
    r"|\bwhat (?:did|were|have) (?:we|i|you) (?:do|done|working on|work on|doing) last\W*$"
    r"|\bwo (?:sind|waren) wir (?:zuletzt|steh?en ?geblieben)\b|\bwas haben wir (?:zuletzt|als letztes)\b"
    r"|\bou en (?:etions|sommes)[ -]nous\b|\bou en etait[ -]on\b"
    r"|\b(?:donde|en que) (?:lo dejamos|nos quedamos|estabamos)\b"
    r"|\bonde (?:paramos|ficamos)\b|\bdove (?:eravamo rimasti|ci eravamo fermati|ci siamo fermati)\b"
    r"|上次(?:做|说|說|聊|进行|進行|停)到?(?:哪|什么|什麼)|前回の続き|前回はどこまで|どこまで(?:やった|やりました|進んだ|進みました)"
)
"""Asks for what was last, whenever that was."""

_FRENCH = re.compile(r"\b(?:qu|que|quoi|nous|avons|fait|les?|la|des|du|est-ce|dans|pour|sur|on|une?)\b")

SINCE = re.compile(r"\b(?:since|seit|ab|depuis|desde|da|dal|dalla)(?:\s(?:the|dem|der|el|la|le|o|a|il|last))?\s*$")
BETWEEN = re.compile(r"\b(?:between|from|zwischen|von|vom|entre|de|du|tra|dal|da)(?:\s(?:the|dem|le|el|la))?\s*$")


def kinds(text: str) -> set[str]:
    """Return which kinds of times a text may name: most questions name none, and few more than one.

    `day`, `unit`, `weekday`, `month`, `number` (of a year) and `cjk`.
    """
    found = {_TRIGGERS[word] for word in _TRIGGERS.keys() & _WORD.findall(text.replace("'s", ""))}
    if _YEAR_THERE.search(text):
        found.add("number")
    if not text.isascii() and not _TRIGGERS_CJK.isdisjoint(text):
        found.add("cjk")
    return found


def number(word: str, *, few: int) -> int:
    """Return the number that a word stands for; `few` for a few."""
    told = " ".join(word.split())
    if told in SOME:
        return few
    return 2 if told in PAIR else COUNTED[told] if told in COUNTED else int(told)


def asks_nothing_else(rest: str) -> bool:
    """Tell whether what is left of a question, without its time, has no topic."""
    left = _GENERIC_CJK.sub(" ", rest)
    return all(_is_generic(word) for word in _WORD.findall(left))


def _is_generic(word: str) -> bool:
    bare = word.removesuffix("'s")
    pieces = (piece for piece in bare.replace("-", "'").split("'") if len(piece) > 1)
    return bare in _ALL_GENERIC or all(piece in _ALL_GENERIC or is_hiragana(piece) for piece in pieces)


def is_meant(word: str, text: str) -> bool:
    """Tell whether the name of a day is one here: `hier` is yesterday in French, and here in German."""
    return word != "hier" or _FRENCH.search(text) is not None


def goes_before(word: str, month: str) -> bool:
    """Tell whether a word before the name of a month shows that the month is meant."""
    return any(word in before and month in months for before, months in PAIRED)
