"""Character and word error rates."""

from collections.abc import Sequence


def count_edits(said: Sequence, heard: Sequence) -> int:
    """Levenshtein distance: substitutions, insertions and deletions cost one each."""
    row = list(range(len(heard) + 1))
    for i, wanted in enumerate(said, 1):
        diagonal, row[0] = row[0], i
        for j, got in enumerate(heard, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (wanted != got))
    return row[-1]


def error_rates(pairs: list[tuple[str, str]]) -> tuple[float, float]:
    """(character error rate, word error rate) of (said, heard) pairs, edits over all that was said."""
    characters = sum(len(said) for said, _ in pairs) or 1
    words = sum(len(said.split()) for said, _ in pairs) or 1
    character_edits = sum(count_edits(said, heard) for said, heard in pairs)
    word_edits = sum(count_edits(said.split(), heard.split()) for said, heard in pairs)
    return character_edits / characters, word_edits / words
