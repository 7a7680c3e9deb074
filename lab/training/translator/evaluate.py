"""chrF of a checkpoint or of an exported folder on what was held out and on TICO-19, as heard and as written.

    python -m translator.evaluate --data DIR --work DIR --checkpoint DIR/whisper.pt [--limit 200] [--show 5]
    python -m translator.evaluate --data DIR --exported ../../models/starter/translator
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np
import sacrebleu
import torch

from processes import mixed_precision

from . import texts, vocabulary
from .export import DECODER, ENCODER, cache_names, load_model
from .network import Translator

BATCH = 32


def translate(model: Translator, words: vocabulary.Vocabulary, sentences: list[str]) -> list[str]:
    """Greedy English by PyTorch."""
    out = [""] * len(sentences)
    order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH]
        rows = [words.encode_source(sentences[i]) for i in batch]
        ids = torch.full((len(rows), max(map(len, rows))), vocabulary.PAD)
        for row, tokens in enumerate(rows):
            ids[row, : len(tokens)] = torch.tensor(tokens)
        with mixed_precision():
            found = model.greedy(ids, ids != vocabulary.PAD, [vocabulary.END, words.target_language], vocabulary.END, 2 * ids.shape[1] + 10)
        for i, row in zip(batch, found.tolist(), strict=True):
            out[i] = words.decode_target(n for n in row if n > vocabulary.UNKNOWN)
    return out


class Exported:
    """Greedy English by the two int8 graphs, a sentence at a time."""

    def __init__(self, folder: Path) -> None:
        from recogniser.export import open_session

        self.words = vocabulary.load(folder)
        config = json.loads((folder / "config.json").read_text())
        self.layers, self.heads = config["decoder_layers"], config["decoder_attention_heads"]
        self.size = config["d_model"] // self.heads
        self.encoder, self.decoder = (open_session(folder / f) for f in (ENCODER, DECODER))

    def translate(self, sentence: str) -> str:
        ids = self.words.encode_source(sentence)
        mask = np.ones((1, len(ids)), np.int64)
        outs = self.encoder.run(None, {"input_ids": np.array([ids]), "attention_mask": mask})
        cache = dict(zip(cache_names(self.layers, "past_key_values", ("encoder",)), outs, strict=True))
        empty = np.zeros((1, self.heads, 0, self.size), np.float32)
        cache |= {n: empty for n in cache_names(self.layers, "past_key_values", ("decoder",))}
        token, found = vocabulary.END, []
        for step in range(2 * len(ids) + 10):
            logits, *own = self.decoder.run(None, {"input_ids": np.array([[token]]), "encoder_attention_mask": mask, **cache})
            cache |= dict(zip(cache_names(self.layers, "past_key_values", ("decoder",)), own, strict=True))
            token = self.words.target_language if step == 0 else int(logits[0, -1].argmax())
            if token == vocabulary.END:
                break
            found += [token] if step else []
        return self.words.decode_target(n for n in found if n > vocabulary.UNKNOWN)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--exported", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    sets = texts.load_held_out(options.data)
    if options.exported:
        exported = Exported(options.exported)
        run = lambda rows: [exported.translate(r) for r in rows]  # noqa: E731
    else:
        words, model = vocabulary.load(options.work), load_model(options.checkpoint)
        run = lambda rows: translate(model, words, rows)  # noqa: E731
    for name, rows in sets.items():
        if options.limit:
            rows = texts.choose(rows, options.limit)
        references = [[s.english for s in rows]]
        for form, change in (("heard", texts.as_heard), ("written", str)):
            found = run([change(s.somali) for s in rows])
            shuffled = random.Random(3).sample(found, len(found))
            scores = [sacrebleu.corpus_chrf(f, references).score for f in (found, shuffled)]
            bleu = sacrebleu.corpus_bleu(found, references).score
            print(f"{name:10} {form:8} {len(rows)} sentences  chrF {scores[0]:.1f} (shuffled {scores[1]:.1f})  BLEU {bleu:.1f}", flush=True)
        for s, english in list(zip(rows, found, strict=True))[: options.show]:
            print(f"    {s.somali[:110]}\n      = {english[:110]}\n      : {s.english[:110]}")


if __name__ == "__main__":
    main()
