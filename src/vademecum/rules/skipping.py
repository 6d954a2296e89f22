"""Which prompts ask for no memory: greetings, thanks, `continue`, a host's own commands.

It never decides whether a memory exists: a prompt with any word of a topic goes on to recall.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 60
"""Characters from which on a prompt is never trivial."""

_WORDS = """
hi hello hey hiya howdy yo morning good afternoon evening night thanks thank thx ty you cheers ok okay k kk yes yep
yeah
yup no nope nah sure fine great nice cool perfect awesome excellent wow lol haha please pls go ahead on continue
proceed
next done stop wait hmm hm alright right correct exactly agreed understood got it looks lgtm ship do so much a lot
very
well bye goodbye sorry welcome keep going more carry both all sounds that's thats is was works worked of course y n
hallo moin servus guten tag morgen abend danke dankeschön vielen dank schön bitte ja nein gut super toll prima weiter
mach
machen genau passt alles klar los fertig
bonjour salut bonsoir merci beaucoup oui non d'accord parfait continue continuez vas-y super bien s'il te vous plaît
hola buenos buenas días dias tardes noches gracias muchas sí si vale perfecto continúa continua sigue adelante bien
por favor
olá ola bom dia boa tarde noite obrigado obrigada muito sim não nao perfeito continue prossiga certo tá beleza
ciao buongiorno buonasera grazie mille sì va bene perfetto continua avanti prego per favore certo
hallo dank je wel dankjewel bedankt goed prima doorgaan ga door
привет спасибо да нет хорошо ок продолжай дальше отлично
cześć dzięki dziękuję tak nie dobrze dalej
你好 您好 谢谢 謝謝 好 好的 是 是的 继续 繼續 可以 行 没问题 不对 对 嗯
こんにちは おはよう ありがとう ありがとうございます はい いいえ 続けて 続けてください 了解 お願いします
안녕 안녕하세요 감사합니다 고마워 네 아니요 계속 계속해
"""
_CUES = ("again", "last time", "like before", "as before", "nochmal", "letztes mal", "wie vorher", "otra vez",
         "de nuevo", "encore une fois", "comme avant", "de novo", "di nuovo", "上次", "再次", "前回")  # fmt: skip
_OURS = ("<task-notification>", "<command-name>", "<command-message>", "<local-command", "<bash-", "! ")


def asks_nothing(prompt: str, patterns: Sequence[str] = (), cues: Sequence[str] = ()) -> bool:
    """Tell whether a prompt is trivial; `patterns` (of the whole prompt) and `cues` are the user's own, as regular
    expressions. A cue that refers to earlier work outweighs every pattern.
    """
    text = prompt.strip()
    if not text or _is_command(text):
        return True
    if len(text) > LONGEST and not patterns:
        return False
    folded = text.casefold()
    if _refers_back(folded, cues):
        return False
    return (len(text) <= LONGEST and _is_trivial(folded)) or _matches(patterns, text)


def _is_command(text: str) -> bool:
    """Tell a slash command (`/compact`) from a path (`/etc/hosts is empty`), and what a host sends by itself."""
    if text.startswith(_OURS):
        return True
    first = text.split(None, 1)[0]
    return first[0] == "/" and len(first) > 1 and "/" not in first[1:] and "." not in first


def _is_trivial(folded: str) -> bool:
    words = "".join(letter if letter.isalnum() or letter in "'-" else " " for letter in folded).split()
    known = frozenset(_WORDS.split())
    return all(word in known for word in words)


def _refers_back(folded: str, cues: Sequence[str]) -> bool:
    return any(cue in folded for cue in _CUES) or _matches(cues, folded, whole=False)


def _matches(patterns: Sequence[str], text: str, *, whole: bool = True) -> bool:
    if not patterns:
        return False
    import re  # noqa: PLC0415  only those who have patterns of their own pay for it

    find = re.fullmatch if whole else re.search
    return any(find(pattern, text, re.IGNORECASE | re.DOTALL) for pattern in patterns)
