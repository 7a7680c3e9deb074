"""A neural English voice (Piper `joe`, data CC0), another kind of network than Kokoro; used for tests only."""

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime

from speech.letter_to_sound import place_stress, split_sounds
from speech.render import resample

from .clip import SAMPLE_RATE_HZ, Clip, trim

IPA = {
    "a": "ɑː", "a:": "ɑː", "e": "ɛ", "e:": "eɪ", "i": "ɪ", "i:": "iː", "o": "ɔː", "o:": "oʊ", "u": "ʊ", "u:": "uː",
    "b": "b", "t": "t", "dZ": "dʒ", "d": "d", "R": "ɹ", "s": "s", "g": "ɡ", "f": "f", "k": "k", "l": "l", "m": "m", "n": "n",
    "w": "w", "h": "h", "j": "j", "S": "ʃ", "p": "p", "v": "v", "z": "z",
}  # fmt: skip


def is_sayable(word: str) -> bool:
    """Whether all its sounds are English."""
    return all(sound in IPA for sound in split_sounds(word))


@cache
def open_session(folder: Path) -> tuple[onnxruntime.InferenceSession, dict]:
    """The network and its settings."""
    model = next(folder.glob("*.onnx"))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    settings = json.loads(model.with_suffix(".onnx.json").read_text(encoding="utf-8"))
    return onnxruntime.InferenceSession(str(model), options), settings


def speak(folder: Path, text: str, rng: random.Random) -> Clip:
    """The text at a drawn tempo."""
    session, settings = open_session(folder)
    words = []
    for word in text.split():
        stressed = place_stress(split_sounds(word), 2)
        words.append("".join("ˈ" + IPA[sound[1:]] if sound[0] == "'" else IPA[sound] for sound in stressed))
    table = settings["phoneme_id_map"]
    ids = [*table["^"], 0]
    for letter in " ".join(words):
        ids += [*table[letter], 0]
    ids += table["$"]
    feeds = {
        "input": np.array([ids], np.int64),
        "input_lengths": np.array([len(ids)], np.int64),
        "scales": np.array([0.6, rng.uniform(0.9, 1.3), 0.7], np.float32),
    }
    samples = session.run(None, feeds)[0].ravel().astype(np.float32)
    return Clip(trim(resample(samples, settings["audio"]["sample_rate"], SAMPLE_RATE_HZ)), text, "piper/joe")
