"""What is wrong with a file, said so that its owner can find the place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a text.

    `line` is 1-based; 0 means the file as a whole. A `fatal` problem forbids that the text is indexed or
    adopted: what it says cannot be trusted (merge conflict markers, a binary file).
    """

    line: int
    message: str
    fatal: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message
