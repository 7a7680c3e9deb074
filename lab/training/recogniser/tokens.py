"""The recogniser's vocabulary, in the layout of the full model's tokens.txt."""

from pathlib import Path

BLANK = 0
SPACE = 4
TOKENS = ["<s>", "<pad>", "</s>", "<unk>", " ", "'", *"abcdefghijklmnopqrstuvwxyz"]
IDS = {token: i for i, token in enumerate(TOKENS)}


def encode(text: str) -> list[int]:
    """Token ids of normalised text (a-z, apostrophe, space)."""
    return [IDS[letter] for letter in text]


def decode_greedy(best: list[int]) -> str:
    """Text of the most likely id per frame: repeats collapsed, blanks and specials dropped."""
    kept = [now for i, now in enumerate(best) if now >= SPACE and (i == 0 or now != best[i - 1])]
    return " ".join("".join(TOKENS[i] for i in kept).split())


def write_tokens(path: Path) -> None:
    """One `token id` a line; the space token's line is two spaces and its id."""
    path.write_text("".join(f"{token} {i}\n" for i, token in enumerate(TOKENS)), encoding="utf-8")
