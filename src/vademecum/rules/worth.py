"""Is a memory worth an injection? The prompt hook's decision, on top of what recall sees in a candidate.

Who searches has asked; a prompt has not. So the hook weighs, beside coverage and meaning, how rare in general the words
are that prompt and memory share, whether more than one is, whether they share concepts behind their words, and whether
the prompt asks about the world. Like relevance it is a logistic function of one candidate: named features, one table.

The weights were fitted by maximum likelihood (`evals/fit_prompts.py`: a softmax over each prompt's candidates and
"nothing") on the `dev` part of `evals/data/prompts_labelled.jsonl`, on `made_prompts.jsonl`, which was written for it
over other invented stores, and on the `dev` part of `developer.jsonl`.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.rules.relevance import logistic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.model.search import Meeting, Signals
    from vademecum.rules.asking import Asking

_TELLING_HALF = 1.5
_SUBJECT_HALF = 4.0

_DEFINITION = -6.0
"""Fitted it was -4.0, held back by shrinkage: of 450 prompts that want a memory one asks what something is."""

_STRICT = 1.6
"""Moves the scale so that the default threshold, 0.35, is where a fitted 0.73 was: silence beats noise."""


@dataclass(frozen=True, slots=True)
class Table:
    """Points of evidence for a full feature, and those that have to be made up for."""

    weights: Mapping[str, float]
    least: float


HYBRID = Table(
    {
        "cosine": 5.17,
        "coverage": 4.07,
        "two concepts": 0.86,
        "telling": 4.16,
        "one word": -0.55,
        "subject": 2.39,
        "share": 1.94,
        "definition": _DEFINITION,
        "how": -2.07,
        "pasted": -2.26,
        "foreign": 5.74,
        "phrased": -1.28,
    },
    least=6.27 + _STRICT,
)
WORDS = Table(
    {
        "cosine": 0.0,
        "coverage": 5.64,
        "two concepts": 0.96,
        "telling": 3.51,
        "one word": -0.78,
        "subject": 2.64,
        "share": 1.9,
        "definition": _DEFINITION,
        "how": -2.05,
        "pasted": -2.15,
        "foreign": 3.63,
        "phrased": -1.03,
    },
    least=5.14 + _STRICT,
)


def features(signals: Signals, meeting: Meeting, asked: Asking) -> dict[str, float]:
    """Return the named features, each about 0..1."""
    return {
        "cosine": signals.cosine,
        "coverage": signals.coverage,
        "two concepts": float(meeting.concepts > 1),
        "telling": meeting.telling / (meeting.telling + _TELLING_HALF),
        "one word": float(meeting.words == 1),
        "subject": meeting.subject / (meeting.subject + _SUBJECT_HALF),
        "share": meeting.share,
        "definition": float(asked.is_definition),
        "how": float(asked.is_how),
        "pasted": float(asked.is_pasted),
        "foreign": meeting.foreign,
        "phrased": float(meeting.phrased),
    }


def evidence(signals: Signals, meeting: Meeting, asked: Asking, mode: str) -> dict[str, float]:
    """Return the points that each feature contributes; `least` is what has to be made up for."""
    table = HYBRID if mode == "hybrid" and signals.cosine else WORDS
    points = {name: table.weights[name] * value for name, value in features(signals, meeting, asked).items()}
    points["least"] = -table.least
    return points


def worth(points: float) -> float:
    """Return the probability, 0..1, that a memory with so many points changes what is done next."""
    return logistic(points)
