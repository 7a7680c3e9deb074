"""Error rates of the ONNX file on clips of whole synthesisers, greedy; or the clips as a folder for `npm run lab -- eval`.

    python -m recogniser.evaluate --clips DIR --set test --model FILE
    python -m recogniser.evaluate --clips DIR --set dev --write FOLDER --noise
"""

import argparse
import random
from pathlib import Path

import numpy as np

from speech.augment import add_noise, coloured_noise, set_level
from speech.codecs import CODECS, write_audio
from synthesis.clip import SAMPLE_RATE_HZ, Clip, load_clips

from .export import open_session
from .score import error_rates
from .tokens import decode_greedy

EDGE_SECONDS = 0.3
NOISES_DB = (None, None, 15, 5)


def list_clips(folder: Path, group: str) -> list[Clip]:
    """Clips of all synthesisers of a set, in order of file."""
    return [clip for path in sorted(folder.glob(f"*-{group}-*.npz")) for clip in load_clips(path)]


def place(clip: Clip, number: int, with_noise: bool) -> np.ndarray:
    """The clip between two short silences, and every other one in noise where that is wanted."""
    samples = np.pad(clip.samples, round(EDGE_SECONDS * SAMPLE_RATE_HZ))
    noise_db = NOISES_DB[number % len(NOISES_DB)] if with_noise else None
    if noise_db is not None:
        rng = np.random.default_rng(number)
        samples = add_noise(samples, coloured_noise(len(samples), rng.uniform(0, 2), rng), noise_db)
    return set_level(samples, -4).astype(np.float32)


def write_folder(clips: list[Clip], folder: Path, with_noise: bool) -> None:
    """WAV files and clips.tsv (file, text, voice)."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = ["file\ttext\tvoice\n"]
    for number, clip in enumerate(clips):
        name = f"{clip.voice.replace('/', '-').replace('+', '-').replace(' ', '_')}-{number:03d}.wav"
        write_audio(folder / name, place(clip, number, with_noise), CODECS["wav"][1])
        rows.append(f"{name}\t{clip.text}\t{clip.voice}\n")
    (folder / "clips.tsv").write_text("".join(rows), encoding="utf-8")


def score(clips: list[Clip], model: Path) -> dict[str, tuple[float, float, int]]:
    """Voice -> character error rate, word error rate, clips."""
    session = open_session(model)
    pairs: dict[str, list[tuple[str, str]]] = {}
    for number, clip in enumerate(clips):
        samples = place(clip, number, with_noise=False)
        x = (samples - samples.mean()) / (samples.std() + 1e-5)
        heard = decode_greedy(session.run(["logits"], {"x": x[None]})[0][0].argmax(-1).tolist())
        pairs.setdefault(clip.voice.split("+")[0], []).append((clip.text, heard))
    return {voice: (*error_rates(rows), len(rows)) for voice, rows in sorted(pairs.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--set", choices=("dev", "test"), default="test")
    parser.add_argument("--most", type=int, default=10_000, help="a random choice of so many clips")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--noise", action="store_true")
    options = parser.parse_args()
    clips = list_clips(options.clips, options.set)
    clips = random.Random(1).sample(clips, min(options.most, len(clips)))
    if options.write:
        write_folder(clips, options.write, options.noise)
    if options.model:
        for voice, (characters, words, count) in score(clips, options.model).items():
            print(f"{voice}: CER {characters:.1%}, WER {words:.1%} ({count} clips)")


if __name__ == "__main__":
    main()
