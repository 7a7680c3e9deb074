"""Greedy error rates of an ONNX recogniser on files: held-out sentences in held-out voices, per codec.

    python -m recogniser.evaluate --model DIR [--clips 100] [--folder DIR_WITH_TSV] [--json OUT]
    python -m recogniser.evaluate --write DIR [--clips 100]     the test clips as Opus files, for `npm run eval -- DIR`
"""

import argparse
import csv
import json
import random
import time
from pathlib import Path

import numpy as np
import onnxruntime

from speech.augment import add_noise, coloured_noise, music_like
from speech.codecs import CODECS, pass_codec, read_audio, write_audio
from speech.letter_to_sound import normalise_text
from speech.render import join, render
from speech.voices import VOICES

from .export import open_session
from .score import error_rates
from .sentences import load_sentences
from .shards import normalise_samples
from .tokens import decode_greedy

WORDLESS_CLIPS = 40


def transcribe(session: onnxruntime.InferenceSession, samples: np.ndarray) -> str:
    """Greedy text of mono 16 kHz samples."""
    logits = session.run(None, {"x": normalise_samples(samples)[None]})[0]
    return decode_greedy(logits[0].argmax(-1).tolist())


def make_test_clips(count: int, seed: int, word_gap: int | None = None) -> list[tuple[np.ndarray, str]]:
    """Clean samples and text: sentences of the test part, voices of the test set in turn."""
    rng = random.Random(seed)
    sentences = load_sentences("test")
    chosen = rng.sample(sentences, min(count, len(sentences)))
    clips = []
    for i, text in enumerate(chosen):
        voice = VOICES["test"][i % len(VOICES["test"])]
        clip = join([render(text, voice, rng, word_gap)], [rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.5)])
        clips.append((clip.samples * 0.7 / np.abs(clip.samples).max(), normalise_text(text)))
    return clips


def score_codec(session: onnxruntime.InferenceSession, clips: list[tuple[np.ndarray, str]], codec: str) -> dict:
    """All clips encoded, decoded and transcribed."""
    coded = pass_codec([samples for samples, _ in clips], codec)
    return rates([(text, transcribe(session, heard)) for heard, (_, text) in zip(coded, clips, strict=True)])


def rates(pairs: list[tuple[str, str]]) -> dict:
    cer, wer = error_rates(pairs)
    return {"clips": len(pairs), "cer": round(cer, 4), "wer": round(wer, 4)}


def write_test_clips(folder: Path, count: int, seed: int = 7) -> None:
    """The held-out clips as Opus files with `transcripts.tsv`."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["file\ttext"]
    for i, (samples, text) in enumerate(make_test_clips(count, seed)):
        name = f"clip-{i:03d}.opus"
        write_audio(folder / name, samples, CODECS["opus"][1])
        lines.append(f"{name}\t{text}")
    (folder / "transcripts.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def score_noise(session: onnxruntime.InferenceSession, clips: list[tuple[np.ndarray, str]], snr_db: float) -> dict:
    """Pink noise at a fixed signal-to-noise ratio."""
    rng = np.random.default_rng(1)
    noisy = [(add_noise(samples, coloured_noise(len(samples), 1.0, rng), snr_db), text) for samples, text in clips]
    return rates([(text, transcribe(session, samples)) for samples, text in noisy])


def score_wordless(session: onnxruntime.InferenceSession) -> dict:
    """How often noise and music are given words, and how many letters on average."""
    rng = np.random.default_rng(2)
    found = {}
    for name in ("noise", "music"):
        texts = []
        for length in rng.integers(16_000, 96_000, WORDLESS_CLIPS):
            sound = music_like(length, rng) if name == "music" else coloured_noise(length, rng.uniform(0, 2.2), rng)
            texts.append(transcribe(session, sound))
        worded = sum(bool(text) for text in texts)
        found[name] = {"clips": len(texts), "with_words": worded, "letters": sum(map(len, texts))}
    return found


def score_voices(session: onnxruntime.InferenceSession, clips: list[tuple[np.ndarray, str]]) -> dict:
    """Rates of each test voice; `make_test_clips` takes them in turn."""
    pairs = [(text, transcribe(session, samples)) for samples, text in clips]
    voices = VOICES["test"]
    return {voice.name: rates(pairs[i :: len(voices)]) for i, voice in enumerate(voices)}


def score_folder(session: onnxruntime.InferenceSession, folder: Path) -> tuple[dict, list[tuple[str, str]]]:
    """A folder of sound files with a TSV of `file` and a text column (`text` or `text_so`)."""
    table = next(folder.glob("*.tsv"))
    pairs = []
    with table.open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            said = normalise_text(row.get("text_so") or row.get("text") or "")
            pairs.append((said, transcribe(session, read_audio(folder / row["file"]))))
    return rates(pairs), pairs


def evaluate(model: Path, count: int, seed: int = 7) -> dict:
    """All figures of the model card but those of foreign recordings."""
    session = open_session(model / "model.int8.onnx")
    clips = make_test_clips(count, seed)
    started = time.monotonic()
    for samples, _ in clips:
        transcribe(session, samples)
    seconds = sum(len(samples) for samples, _ in clips) / 16_000
    figures = {"speed": round(seconds / (time.monotonic() - started), 1)}
    figures["codecs"] = {codec: score_codec(session, clips, codec) for codec in CODECS}
    figures["noise"] = {f"{snr} dB": score_noise(session, clips, snr) for snr in (20, 10)}
    figures["readings"] = {
        name: rates([(text, transcribe(session, samples)) for samples, text in make_test_clips(count, seed, gap)])
        for name, gap in (("words linked", 0), ("words parted by about 40 ms", 2))
    }
    figures["voices"] = score_voices(session, clips)
    figures["wordless"] = score_wordless(session)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--clips", type=int, default=100)
    parser.add_argument("--folder", type=Path, action="append", default=[])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.write:
        write_test_clips(options.write, options.clips)
        return
    if not options.model:
        parser.error("--model or --write is needed")
    figures = evaluate(options.model, options.clips) if options.clips else {}
    for folder in options.folder:
        figures[folder.name], pairs = score_folder(open_session(options.model / "model.int8.onnx"), folder)
        for said, heard in pairs[:10]:
            print(f"  said  {said}\n  heard {heard}")
    text = json.dumps(figures, indent=2)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
