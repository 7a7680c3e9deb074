"""Command line of the recipe.

    python -m translator all --work DIR [--minutes 45] [--seed 1] [--out DIR]
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from .data import PairSampler, slot_words
from .layout import TOKENIZER_FILE, load_json, write_json

VOCABULARY_PAIRS = 60_000
STARTER = Path(__file__).resolve().parents[3] / "models" / "starter" / "translator"


def make_tokenizer(work: Path, seed: int) -> None:
    """Train the vocabulary unless the working folder has one already."""
    from .tokenizer import train_tokenizer

    if (work / TOKENIZER_FILE).exists():
        return
    work.mkdir(parents=True, exist_ok=True)
    sampler, rng = PairSampler(), random.Random(seed)
    texts = [text for word in slot_words() for text in word]
    for pair in (sampler.draw(rng) for _ in range(VOCABULARY_PAIRS)):
        # Both casings: the recogniser's raw text is all lower case.
        texts += [pair.so_written, pair.so_spoken.lower(), pair.en]
    train_tokenizer(texts).save(str(work / TOKENIZER_FILE))


def train(work: Path, minutes: float, seed: int) -> None:
    from .train import Trainer

    Trainer(work, minutes, seed).run()


def export(work: Path, out: Path) -> None:
    """Write the ONNX folder and refuse it when it disagrees with PyTorch."""
    from .export import export_model
    from .parity import check_parity

    export_model(work / "model", out)
    report = check_parity(work / "model", out)
    write_json(work / "parity.json", report)
    print(report)


def evaluate(work: Path, out: Path, options: argparse.Namespace) -> None:
    from .evaluate import evaluate_folder, print_report, score_file

    report = evaluate_folder(out, options.seed, options.limit)
    write_json(work / "scores.json", report)
    print_report(report)
    if options.tsv:
        foreign = score_file(out, options.tsv, options.limit)
        write_json(work / "scores-file.json", foreign)
        print(foreign)


def main() -> None:
    parser = argparse.ArgumentParser(prog="translator", description=__doc__)
    parser.add_argument("stage", choices=["tokenizer", "train", "export", "evaluate", "card", "all"])
    parser.add_argument("--work", type=Path, required=True, help="folder for checkpoints and reports")
    parser.add_argument("--out", type=Path, default=STARTER, help="folder of the finished model")
    parser.add_argument("--minutes", type=float, default=45, help="training time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=2000, help="most sentences evaluated a source form")
    parser.add_argument("--tsv", type=Path, help="foreign test set with columns so and en, only scored")
    options = parser.parse_args()
    stages = {
        "tokenizer": lambda: make_tokenizer(options.work, options.seed),
        "train": lambda: train(options.work, options.minutes, options.seed),
        "export": lambda: export(options.work, options.out),
        "evaluate": lambda: evaluate(options.work, options.out, options),
        "card": lambda: card(options),
    }
    for name, stage in stages.items():
        if options.stage in (name, "all"):
            stage()


def card(options: argparse.Namespace) -> None:
    from .card import write_card

    write_card(options.work, options.out, load_json(options.work / "scores.json"), options.seed)


if __name__ == "__main__":
    main()
