"""Kokoro-82M (Apache-2.0), a neural voice model with 54 voices of nine languages, driven by IPA.

It has no pharyngeals: for x and c it says the nearest sounds it has, which `pharyngeal.py` then moves to the throat. Its q is
heard as a k as often as not, and is moved as well.
"""

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

from speech.letter_to_sound import draw_habits, follow_habits, place_stress, split_sounds
from speech.render import resample

from .clip import SAMPLE_RATE_HZ, Clip, trim
from .pharyngeal import colour

RATE_HZ = 24_000
FRAME_SAMPLES = 600
DURATIONS = "/encoder/Clip_output_0"
IPA = {
    "a": "a", "a:": "aː", "e": "e", "e:": "eː", "i": "i", "i:": "iː", "o": "o", "o:": "oː", "u": "u", "u:": "uː",
    "dH": "ɖ", "X": "x", "S": "ʃ", "?": "ʔ", "dZ": "ʤ", "R": "r", "g": "ɡ", "j": "j",
    "B": "β", "D": "ð", "Q": "ɣ", 'Q"': "ʁ", "tS": "ʧ",
    **{letter: letter for letter in "btdsfqklmnwhpvz"},
}  # fmt: skip
# Choices in which voices differ: r rolled or tapped, e and o open or close.
ACCENTS = ({}, {"R": "ɾ"}, {"e": "ɛ", "o": "ɔ"}, {"R": "ɾ", "e": "ɛ"})
# The vowels and the r of those who grew up in English; length is then heard in quality alone.
ENGLISH = {
    "a": ("ɑ", "ʌ", "æ", "ə", "ɑː"), "a:": ("ɑː",), "e": ("ɛ",), "e:": ("eɪ",), "i": ("ɪ",), "i:": ("iː",),
    "o": ("ɔ", "ɒ", "ɔː"), "o:": ("oʊ", "əʊ"), "u": ("ʊ",), "u:": ("uː",), "R": ("ɹ",),
}  # fmt: skip
ENGLISH_SHARE = 0.3
# Sounds a clip, at most: the tables of styles end at 510.
LONGEST = 400
JOINED_SHARE, HESITATION_SHARE, FALSE_START_SHARE = 0.25, 0.02, 0.015
BLENDED_SHARE = 0.65
UNSAID_SHARE = 0.08
HESITATIONS = ("əːː…", "mːː…", "əmː,")
MOVED = {"H": "hhhhhχ", "A": "ʔʔʁʁɰɑ", "q": "qqqkkkɡ"}


def is_sayable(_word: str) -> bool:
    """All sounds are there, x and c after a fashion."""
    return True


def draw_accent(rng: random.Random) -> dict[str, str]:
    """What one speaker says in place of sounds of IPA."""
    if rng.random() < ENGLISH_SHARE:
        return {sound: rng.choice(choices) for sound, choices in ENGLISH.items()}
    return rng.choice(ACCENTS)


def spell_ipa(text: str, rng: random.Random) -> str:
    """IPA of a normalised text, stressed on the last but one syllable, now and then the last; x and c stay as H and A, q as it is.

    A quarter of the texts are said without a gap between words; some have a hesitation or a false start, which nobody writes; a c is left out now and then."""
    ipa = IPA | draw_accent(rng) | {sound: sound for sound in MOVED}
    habits, words = draw_habits(rng), []
    for word in text.split():
        stressed = place_stress(follow_habits(split_sounds(word), habits), 1 if rng.random() < 0.25 else 2)
        sounds = ["ˈ" + ipa[sound[1:]] if sound[0] == "'" else ipa[sound] for sound in stressed]
        if len(sounds) > 3 and rng.random() < FALSE_START_SHARE:
            words.append("".join(sounds[: rng.choice((2, 3))]) + "—")
        if rng.random() < HESITATION_SHARE:
            words.append(rng.choice(HESITATIONS))
        words.append("".join(sound for sound in sounds if sound != "A" or rng.random() >= UNSAID_SHARE))
    return ("" if rng.random() < JOINED_SHARE else " ").join(words) + rng.choice(("", ".", "?", "!"))


@cache
def open_session(folder: Path) -> tuple[onnxruntime.InferenceSession, dict[str, int], dict[str, np.ndarray]]:
    """The network, token ids of IPA letters, and style vectors [lengths, 1, 256] by voice."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    model = onnx.load(str(folder / "model.onnx"))
    model.graph.output.append(onnx.helper.make_empty_tensor_value_info(DURATIONS))
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    ids = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))["vocab"]
    styles = {
        path.stem: np.fromfile(path, np.float32).reshape(-1, 1, 256) for path in sorted((folder / "voices").glob("*.bin"))
    }
    return session, ids, styles


def speak(folder: Path, text: str, rng: random.Random) -> Clip:
    """The text in a voice drawn from all, often two of them blended, at a drawn tempo."""
    return speak_ipa(folder, spell_ipa(text, rng), text, rng)


def speak_ipa(folder: Path, ipa: str, text: str, rng: random.Random) -> Clip:
    """Sounds as they are spelt; those that the network has no letter for are left out."""
    session, ids, styles = open_session(folder)
    letters = [letter for letter in ipa if letter in ids or letter in MOVED][:LONGEST]
    throaty = [(place, sound) for place, sound in enumerate(letters) if sound in MOVED]
    for place, sound in throaty:
        letters[place] = rng.choice(MOVED[sound])
    tokens = [ids[letter] for letter in letters]
    voice, other = rng.choice(list(styles)), rng.choice(list(styles))
    style = styles[voice][len(tokens)]
    if rng.random() < BLENDED_SHARE:
        style = style + rng.uniform(0.2, 0.5) * (styles[other][len(tokens)] - style)
    feeds = {
        "tokens": np.array([[0, *tokens, 0]], np.int64),
        "style": style.astype(np.float32),
        "speed": np.array([rng.uniform(0.7, 1.2)], np.float32),
    }
    audio, durations = session.run(None, feeds)
    samples, edges = audio.ravel().astype(np.float32), np.cumsum(durations.ravel()) * FRAME_SAMPLES
    for place, sound in throaty:
        samples = colour(samples, RATE_HZ, int(edges[place]), int(edges[place + 1]), sound, rng)
    return Clip(trim(resample(samples, RATE_HZ, SAMPLE_RATE_HZ)), text, f"kokoro/{voice}")
