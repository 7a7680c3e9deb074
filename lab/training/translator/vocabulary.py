"""Two vocabularies in one tokenizer: e5's pieces for what is read, Whisper's words for what is written.

The graphs number source and target tokens apart (`sourceIds`, `targetIds` of the vocabulary record); `tokenizer.json`
knows them all. Pieces that are only written get a score no segmentation ever chooses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

BASE = ["<s>", "<pad>", "</s>", "<unk>"]
PAD, END, UNKNOWN = 1, 2, 3
SOURCE_LANGUAGE, TARGET_LANGUAGE = "som_Latn", "eng_Latn"
MARK = "▁"
NEVER = -1000.0
QUOTES = {"[’‘ʼ`´]": "'", "[“”«»]": '"'}


def unigram(pieces: list[tuple[str, float]]) -> Tokenizer:
    """A unigram tokenizer of which every part also exists in the JavaScript library."""
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=UNKNOWN, byte_fallback=False))
    steps = [normalizers.NFKC()] + [normalizers.Replace(Regex(p), r) for p, r in QUOTES.items()]
    steps += [normalizers.Replace(Regex(r"\s+"), " "), normalizers.Strip()]
    tokenizer.normalizer = normalizers.Sequence(steps)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=MARK, prepend_scheme="always", split=True)
    tokenizer.decoder = decoders.Metaspace(replacement=MARK, prepend_scheme="always", split=True)
    return tokenizer


def byte_letters() -> dict[str, int]:
    """The letters byte-level BPE writes bytes with (GPT-2's table)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {chr(b): b for b in plain}
    others = [b for b in range(256) if b not in plain]
    return letters | {chr(256 + i): b for i, b in enumerate(others)}


LETTERS = byte_letters()


def as_piece(token: str) -> str | None:
    """A byte-level token as text with the word mark; None where it is not whole characters."""
    try:
        text = bytes(LETTERS[c] for c in token).decode("utf8")
    except (KeyError, UnicodeDecodeError):
        return None
    return text.replace(" ", MARK)


class Vocabulary:
    """Numbers of source and target tokens, as the networks count them."""

    def __init__(self, tokenizer: Tokenizer, source_ids: list[int], target_ids: list[int]) -> None:
        self.tokenizer, self.source_ids, self.target_ids = tokenizer, source_ids, target_ids
        self.source_number = {token: number for number, token in enumerate(source_ids)}
        self.target_number = {token: number for number, token in enumerate(target_ids)}
        self.source_language = self.source_number[tokenizer.token_to_id(SOURCE_LANGUAGE)]
        self.target_language = self.target_number[tokenizer.token_to_id(TARGET_LANGUAGE)]

    def encode_source(self, text: str, longest: int = 160) -> list[int]:
        ids = self.tokenizer.encode(text, add_special_tokens=False).ids[:longest]
        return [self.source_language, *(self.source_number.get(i, UNKNOWN) for i in ids), END]

    def decode_target(self, numbers: Iterable[int]) -> str:
        return self.tokenizer.decode([self.target_ids[n] for n in numbers], skip_special_tokens=True).strip()


class TargetEncoder:
    """English to target numbers by Whisper's own byte pairs; a token that was not kept is spelt out."""

    def __init__(self, whisper: Tokenizer, vocabulary: Vocabulary) -> None:
        self.whisper = whisper
        pieces = {vocabulary.tokenizer.id_to_token(i): n for n, i in enumerate(vocabulary.target_ids)}
        self.numbers: dict[int, list[int]] = {}
        for token, i in whisper.get_vocab().items():
            piece = as_piece(token)
            if piece is None:
                continue
            spelt = [pieces[c] for c in piece if c in pieces]
            self.numbers[i] = [pieces[piece]] if piece in pieces else spelt

    def encode(self, text: str, longest: int = 140) -> list[int]:
        ids = self.whisper.encode(" " + text, add_special_tokens=False).ids
        return [n for i in ids for n in self.numbers.get(i, [])][:longest] + [END]


def choose(e5_pieces: list[str], scores: list[float], whisper: Tokenizer, source: Iterable[str], english: Iterable[str], least: int = 2) -> tuple[Tokenizer, dict]:
    """The pieces that occur in the texts at least `least` times, and every letter; as (tokenizer, record)."""
    full = unigram(list(zip(e5_pieces, scores, strict=True)))
    counts: Counter[int] = Counter()
    source = list(source)
    for start in range(0, len(source), 5000):
        for encoding in full.encode_batch(source[start : start + 5000], add_special_tokens=False):
            counts.update(encoding.ids)
    read = [i for i, n in sorted(counts.items()) if i > UNKNOWN and (n >= least or len(e5_pieces[i]) == 1)]
    letters = [i for i, p in enumerate(e5_pieces) if i > UNKNOWN and len(p) == 1 and p.isascii() and i not in set(read)]
    said: Counter[int] = Counter()
    for start in range(0, len(english := list(english)), 5000):
        for encoding in whisper.encode_batch([" " + t for t in english[start : start + 5000]], add_special_tokens=False):
            said.update(encoding.ids)
    names = {i: as_piece(t) for t, i in whisper.get_vocab().items()}
    written = [names[i] for i, n in said.items() if n >= least and names.get(i)]
    written += [c for c in map(chr, range(33, 127))] + [MARK]
    pieces = [(t, 0.0) for t in BASE] + [(e5_pieces[i], scores[i]) for i in read + letters]
    known = {p for p, _ in pieces}
    pieces += [(p, NEVER) for p in dict.fromkeys(written) if p not in known]
    tokenizer = unigram(pieces)
    special = [*BASE, SOURCE_LANGUAGE, TARGET_LANGUAGE]
    tokenizer.add_special_tokens([AddedToken(t, normalized=False, special=True) for t in special])
    ids = tokenizer.get_vocab()
    source_ids = [0, 1, 2, 3] + sorted(ids[e5_pieces[i]] for i in read + letters) + [ids[SOURCE_LANGUAGE]]
    target_ids = [0, 1, 2, 3] + sorted({ids[p] for p in written}) + [ids[TARGET_LANGUAGE]]
    return tokenizer, {"sourceIds": source_ids, "targetIds": target_ids}


def load(folder: Path) -> Vocabulary:
    import json

    record = json.loads((folder / "vocabulary.json").read_text())
    return Vocabulary(Tokenizer.from_file(str(folder / "tokenizer.json")), record["sourceIds"], record["targetIds"])
