"""How many tokens a text costs, without a tokenizer."""


def estimate(text: str) -> int:
    """Return about how many tokens a text takes, rather too many than too few.

    Four ASCII characters make a token of English or code in the common byte-pair vocabularies; a character of another
    script is counted as one.
    """
    if text.isascii():
        return -(-len(text) // 4)
    plain = sum(char < "\x80" for char in text)
    return -(-plain // 4) + len(text) - plain
