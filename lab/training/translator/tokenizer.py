"""One subword vocabulary for Somali and English, stored like NLLB's tokenizer.json."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from .layout import BASE_TOKENS, EOS, LANGUAGES, MASK, SOURCE_LANGUAGE, TOKENIZER_FILE, UNK

VOCABULARY_SIZE = 5000
WORD_MARK = "▁"
# Printable ASCII, Latin-1 and Latin Extended-A: any Latin text encodes without <unk>.
ALPHABET = [chr(code) for start, end in ((0x21, 0x7F), (0xA1, 0x180)) for code in range(start, end)]
# Digits stand alone so that numbers are copied digit by digit; the apostrophe is a Somali letter and stays inside words.
ISOLATED = r"[0-9.,?!:;()$%/…–—-]"


def build_tokenizer() -> Tokenizer:
    """An untrained tokenizer whose every part also exists in the JavaScript library."""
    tokenizer = Tokenizer(models.BPE(unk_token=UNK, fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.NFKC(),
            normalizers.Replace(Regex("[’‘ʼ`´]"), "'"),
            normalizers.Replace(Regex("[“”«»]"), '"'),
            normalizers.Replace(Regex(r"\s+"), " "),
            normalizers.Strip(),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Metaspace(replacement=WORD_MARK, prepend_scheme="always", split=True),
            pre_tokenizers.Split(Regex(ISOLATED), behavior="isolated"),
        ]
    )
    tokenizer.decoder = decoders.Metaspace(replacement=WORD_MARK, prepend_scheme="always", split=True)
    return tokenizer


def flattened_words(texts: Iterable[str]) -> Iterator[str]:
    """Each word √count times: patterns repeat their words thousandfold, rare slot words must not drown."""
    counts = Counter(word for text in texts for word in text.split())
    for word, count in sorted(counts.items()):
        yield " ".join([word] * math.ceil(math.sqrt(count)))


def train_tokenizer(texts: Iterable[str], size: int = VOCABULARY_SIZE) -> Tokenizer:
    """Train on `texts` of both languages; ids 0–3 are the base tokens, languages and mask come last."""
    tokenizer = build_tokenizer()
    added = [*LANGUAGES, MASK]
    trainer = trainers.BpeTrainer(
        vocab_size=size - len(added),
        special_tokens=BASE_TOKENS,
        initial_alphabet=[WORD_MARK, *ALPHABET],
        show_progress=False,
    )
    tokenizer.train_from_iterator(flattened_words(texts), trainer)
    tokenizer.add_special_tokens([AddedToken(code, special=True, normalized=False) for code in LANGUAGES])
    tokenizer.add_special_tokens([AddedToken(MASK, special=True, normalized=False, lstrip=True)])
    tokenizer.post_processor = source_template(tokenizer)
    return tokenizer


def source_template(tokenizer: Tokenizer) -> processors.TemplateProcessing:
    """NLLB's source convention: language token first, end of sentence last."""
    return processors.TemplateProcessing(
        single=f"{SOURCE_LANGUAGE} $A {EOS}",
        pair=f"{SOURCE_LANGUAGE} $A $B {EOS}",
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in (SOURCE_LANGUAGE, EOS)],
    )


def load_tokenizer(folder: Path) -> Tokenizer:
    return Tokenizer.from_file(str(folder / TOKENIZER_FILE))
