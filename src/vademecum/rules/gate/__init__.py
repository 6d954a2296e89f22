"""The gate: no secret, personal data or machine path gets further than it may.

    views (other readings of a text) -> rules as data on RE2 -> judges -> merged spans -> redaction -> verdict

Everything here is pure and linear in the text. Known limits: a secret written in a cipher, split over two memories or
hidden in an image is not found; names of people only beside a word of contact or role.
"""

from vademecum.rules.gate.catalogue import RULESET
from vademecum.rules.gate.deciding import decide, judged
from vademecum.rules.gate.policy import Decision, Policy
from vademecum.rules.gate.redacting import clean, scan

__all__ = ["RULESET", "Decision", "Policy", "clean", "decide", "judged", "scan"]
