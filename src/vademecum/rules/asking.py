"""What kind of question a prompt is: one about the world, which no vault answers, or any other.

`what is a feature flag` names a rare word of the vault and wants none of its memories; `what is our flag for refunds`
does. Told by the words that a question opens with, in several languages.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Asking:
    """Whether a prompt asks what something is, or how something is done or comes about, in general; or has several
    lines, as what is pasted.
    """

    is_definition: bool = False
    is_how: bool = False
    is_pasted: bool = False


LONGEST = 400
"""A longer prompt is a task, however it begins."""


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(f" {text} ".replace("|", " | ").split("|"))


_OUR_WORDS = """
we our ours us wir uns unser unsere unserem unseren unserer on nous notre nos nosotros nuestro nuestra nuestros nuestras
nós nosso nossa nossos noi nostro nostra wij ons onze
"""
_SPECIFIC_WORDS = """
the our my your this that these those der die das den unser unsere mein meine dem there left
"""
_OURS, _SPECIFIC = frozenset(_OUR_WORDS.split()), frozenset(_SPECIFIC_WORDS.split())
_WHAT_IS = _phrases("what is|what are|what was|what were|whats|was ist|was sind|was war")
_DEFINES = _phrases(
    "explain|describe|define|compare|erklär|erkläre|beschreibe|explique|expliquer|explica|explícame|spiegami|leg uit|"
    "who invented|who founded|who created|who wrote|who makes|who made|who maintains|who developed|when was|history of|"
    "wer hat|wer erfand|qui a créé|qui a inventé|quién creó|quién inventó|quem criou|quem inventou|chi ha creato|"
    "wofür steht|was bedeutet|was heißt|was versteht man|qu est ce que|qu est ce qu|c est quoi|que signifie|qué es|"
    "qué significa|que es|o que é|o que significa|che cos è|cos è|cosa significa|wat is een|wat betekent|"
    "tell me about|teach me|give me an overview of|was macht der befehl"
)
_DEFINES_INSIDE = _phrases(
    "difference between|differences between|in general|in a nutshell|in one sentence|in simple words|stand for|"
    "stands for|pros and cons|unterschied zwischen|ganz allgemein|im allgemeinen|vor und nachteile|différence entre|"
    "en général|diferencia entre|en general|diferença entre|em geral|differenza tra|verschil tussen"
)
_DEFINES_UNSPACED = (
    "とは",
    "何ですか",
    "の違い",
    "という意味",
    "簡単に説明",
    "什么是",
    "是什么",
    "的区别",
    "介绍一下",
    "什么意思",
)
_MY_WORDS = """
i i'm i've i'd i'll my mine myself ich mein meine meinem meinen meiner meines je j mon ma mes yo mi mis mío mía eu meu
minha meus minhas io mio mia miei mie ik mijn 私 僕 俺 我
"""
_MINE = frozenset(_MY_WORDS.split())
_MINE_UNSPACED, _NOT_MINE_UNSPACED = (
    ("私", "僕", "俺", "我"),
    ("私たち", "私達", "僕たち", "僕ら", "我々", "我们", "我們"),
)
_I_IN_GENERAL = _phrases(
    "can i|could i|should i|may i|must i|shall i|how do i|kann ich|könnte ich|soll ich|sollte ich|darf ich|muss ich|"
    "puis je|dois je|peux je"
)
_WHAT_DOES = _phrases("what does|what do")
_DOES_END = _phrases("do|mean|return|stand for")
_HOW = _phrases(
    "how do|how can i|how to|how would|how does|how is|why is|why does|why do|why are|why can t|why did|"
    "is it possible to|wie kann ich|wie mache ich|wie funktioniert|warum|comment|pourquoi|cómo|por qué|como|por que|"
    "come|perché|hoe|waarom"
)


def asking(prompt: str) -> Asking:
    """Return what kind of question a prompt is; one that says `we` or `our` is about what is one's own."""
    if len(prompt) > LONGEST or "\n" in prompt.strip():
        return Asking(is_pasted="\n" in prompt.strip())
    low = prompt.casefold().replace("what's", "what is").replace("who's", "who is")
    words = "".join([letter if letter.isalnum() else " " for letter in low]).split()
    if not _OURS.isdisjoint(words):
        return Asking()
    padded = f" {' '.join(words)} "
    return Asking(is_definition=_defines(padded), is_how=padded.startswith(_HOW))


def is_about_me(question: str) -> bool:
    """Tell whether a question is about the one who asks: it says `I` or `my`, and not just `how do I`."""
    low = question.casefold().replace("\u2019", "'")
    if any(mark in low for mark in _MINE_UNSPACED):
        for ours in _NOT_MINE_UNSPACED:
            low = low.replace(ours, "")
        return any(mark in low for mark in _MINE_UNSPACED)
    words = (
        "".join([letter if letter.isalnum() or letter == "'" else " " for letter in low]).replace("j'", "j ").split()
    )
    if _MINE.isdisjoint(words):
        return False
    padded = f" {' '.join(words)} "
    for general in _I_IN_GENERAL:
        padded = padded.replace(general, " ")
    return not _MINE.isdisjoint(padded.split())


def _defines(padded: str) -> bool:
    if padded.startswith(_DEFINES) or _has(padded, _DEFINES_INSIDE) or _has(padded, _DEFINES_UNSPACED):
        return True
    if padded.startswith(_WHAT_DOES):
        return padded.endswith(_DOES_END) or " mean " in padded
    opening = next((opening for opening in _WHAT_IS if padded.startswith(opening)), None)
    return opening is not None and padded[len(opening) :].split(" ", 1)[0] not in _SPECIFIC


def _has(text: str, phrases: Iterable[str]) -> bool:
    return any(phrase in text for phrase in phrases)
