"""Train the recogniser from an empty folder, or go on where the last run stopped.

    python -m recogniser all --work DIR --text FOLDER [--text FOLDER] [--minutes 100]
    python -m recogniser all --work DIR --text FOLDER --models ELSEWHERE --smoke      # a few clips and steps: does it run?

Stages, in order: `fetch` (wheels pinned by hash), `text` (clean and split), `speak` (the synthesisers), `train`, `language`
(the head that tells Somali from others), `export`, `letters` (the letter model), `evaluate`. A stage that has been done is not done again.
"""

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("KMP_BLOCKTIME", "0")
os.environ.setdefault("GOMP_SPINCOUNT", "0")

MODELS = Path(__file__).parents[3] / "models" / "starter" / "recogniser"
STAGES = ("fetch", "text", "speak", "train", "language", "export", "letters", "evaluate")
DIPHONES = ("kal", "ked", "lp", "pc", "dita", "machac", "ph")
HELD_OUT = ("piper", "telugu", "finnish-mv", "finnish-lj")


@dataclass(frozen=True)
class Scale:
    """How much is spoken: (files, clips a file) of each synthesiser to train on, clips of each held out, clips of each other language
    by espeak-ng, and (files, clips) of others by Kokoro."""

    spoken: dict[str, tuple[int, int]]
    held_out: int
    other: int
    natural: tuple[int, int]


# Kokoro takes two thirds of a second of one core for a second of speech.
FULL = Scale({"espeak": (7, 500), "kokoro": (16, 40), "flite": (4, 300), **dict.fromkeys(DIPHONES, (6, 300))}, 80, 22, (4, 40))
SMOKE = Scale({"espeak": (1, 12), "kokoro": (1, 2), "flite": (1, 3), **dict.fromkeys(DIPHONES, (1, 3))}, 3, 1, (1, 2))
SMOKE_MINUTES = 0.2


def run_module(*arguments: str | Path) -> None:
    """A stage in a process of its own."""
    subprocess.run([sys.executable, "-m", *map(str, arguments)], check=True)


def speak(work: Path, scale: Scale) -> None:
    """All clips: to train on, and of the synthesisers held out."""
    folders = {"kokoro": work / "kokoro", "piper": work / "joe"}
    common = ("--text", work / "text", "--out", work / "clips")
    for name in ("espeak", *HELD_OUT, *DIPHONES, "flite", "kokoro"):
        voices = ("--voices", folders[name]) if name in folders else ()
        if name in scale.spoken:
            files, clips = scale.spoken[name]
            run_module("synthesis", name, *common, *voices, "--files", str(files), "--clips", str(clips))
        if name in HELD_OUT or name == "espeak":
            for group in ("dev", "test"):
                run_module("synthesis", name, *common, *voices, "--set", group, "--clips", str(scale.held_out))


def fit_language(work: Path, scale: Scale) -> None:
    """Clips in other languages, and the head that tells them from Somali."""
    other, files = work / "other", scale.natural
    common = ("--catalogues", work / "catalogues", "--voices", work / "kokoro", "--out", other)
    if not (other / "other-test.npz").exists():
        run_module("language.other_languages", *common, "--each", str(scale.other))
    run_module("language.natural", *common, "--files", str(files[0]), "--clips", str(files[1]))
    run_module("language.head", "--run", work / "run", "--clips", work / "clips", "--other", other)


def train(work: Path, minutes: float, threads: int, adapter_rank: int) -> None:
    """Train for `minutes` of processor time, counted over all runs in this folder; with a rank thin pairs beside the matrices."""
    import torch

    from .train import Trainer

    torch.set_num_threads(threads)
    (work / "run").mkdir(exist_ok=True)
    Trainer(work / "run", work / "clips", work / "whisper" / "model.bin", minutes * 60, adapter_rank).run()


def run_stage(stage: str, options: argparse.Namespace) -> None:
    work, target = options.work, options.models
    scale, minutes = (SMOKE, SMOKE_MINUTES) if options.smoke else (FULL, options.minutes)
    if stage == "fetch" and not (work / "joe").exists():
        run_module("recogniser.fetch", "--out", work)
    elif stage == "text" and not (work / "text" / "train.txt").exists():
        run_module("text.clean", *(part for folder in options.text for part in ("--text", folder)), "--out", work / "text")
    elif stage == "speak":
        speak(work, scale)
    elif stage == "train":
        train(work, minutes, options.threads, options.adapter_rank)
    elif stage == "language":
        fit_language(work, scale)
    elif stage == "export":
        from .export import export

        print(export(work / "run", target))
    elif stage == "letters":
        run_module("letter_model", "--text", work / "text", "--out", target / "letter-model.bin", "--least", 3)
        texts = [part for folder in options.text for part in ("--text", folder)]
        run_module("word_model", *texts, "--held-out", work / "text", "--out", target / "word-model.bin")
    elif stage == "evaluate":
        run_module("recogniser.evaluate", "--clips", work / "clips", "--model", target / "model.int8.onnx")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=("all", *STAGES))
    parser.add_argument("--work", type=Path, required=True, help="folder for everything that is fetched and made")
    parser.add_argument("--text", type=Path, action="append", default=[], help="folder of Somali text, *.txt and *.tsv")
    parser.add_argument("--minutes", type=float, default=100, help="processor time of training")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--adapter-rank", type=int, default=0, help="0 trains all weights")
    parser.add_argument("--models", type=Path, default=MODELS, help="where model, tokens and letter model go")
    parser.add_argument("--smoke", action="store_true", help="the least of everything, to see whether the recipe runs")
    options = parser.parse_args()
    if options.smoke and options.models == MODELS:
        parser.error("--smoke writes no model for use: give --models another folder")
    options.work.mkdir(parents=True, exist_ok=True)
    for stage in STAGES if options.stage == "all" else (options.stage,):
        run_stage(stage, options)


if __name__ == "__main__":
    main()
