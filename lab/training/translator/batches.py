"""Padded token batches of similar length."""

from __future__ import annotations

import random
from collections.abc import Iterator

import torch
from tokenizers import Tokenizer

from .data import Example
from .layout import EOS, EOS_ID, PAD_ID, TARGET_LANGUAGE

IGNORED_LABEL = -100
CHUNK_EXAMPLES = 6000  # drawn, sorted into batches and checkpointed together
Batch = dict[str, torch.Tensor]


def encode_examples(
    tokenizer: Tokenizer, examples: list[Example], splitter: Tokenizer | None = None
) -> list[tuple[list[int], list[int]]]:
    """(source ids, target ids): `som_Latn … </s>` and `eng_Latn … </s>`; `splitter` cuts the sources if given."""
    sources = (splitter or tokenizer).encode_batch([example.source for example in examples])
    targets = tokenizer.encode_batch([example.target for example in examples], add_special_tokens=False)
    language, end = tokenizer.token_to_id(TARGET_LANGUAGE), tokenizer.token_to_id(EOS)
    return [(source.ids, [language, *target.ids, end]) for source, target in zip(sources, targets, strict=True)]


def pad(rows: list[list[int]], filler: int) -> torch.Tensor:
    longest = max(map(len, rows))
    return torch.tensor([row + [filler] * (longest - len(row)) for row in rows])


def collate(rows: list[tuple[list[int], list[int]]]) -> Batch:
    """Model inputs; the decoder reads the labels shifted right behind </s>, as NLLB does."""
    input_ids = pad([source for source, _ in rows], PAD_ID)
    targets = [target for _, target in rows]
    return {
        "input_ids": input_ids,
        "attention_mask": (input_ids != PAD_ID).long(),
        "decoder_input_ids": pad([[EOS_ID, *target[:-1]] for target in targets], PAD_ID),
        "labels": pad(targets, IGNORED_LABEL),
    }


def bucket(rows: list[tuple[list[int], list[int]]], tokens: int, rng: random.Random) -> Iterator[Batch]:
    """Batches of at most `tokens` padded source plus target tokens, in random order."""
    ordered = sorted(rows, key=lambda row: (len(row[0]), len(row[1]), rng.random()))
    batches: list[list[tuple[list[int], list[int]]]] = [[]]
    width = 0
    for row in ordered:
        width = max(width, len(row[0]) + len(row[1]))
        if batches[-1] and width * (len(batches[-1]) + 1) > tokens:
            batches.append([])
            width = len(row[0]) + len(row[1])
        batches[-1].append(row)
    rng.shuffle(batches)
    yield from (collate(batch) for batch in batches if batch)
