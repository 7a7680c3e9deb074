"""Training material as shards of log-mel features, made once and read many times.

A shard is one .npz: `features` float16 [frames, MELS] of all clips end to end, `starts`,
`texts`, and `sounds` uint8 per 40 ms step (0 = silence) for the alignment helper loss.
"""

import random
from pathlib import Path

import numpy as np
import torch

from speech.augment import augment, coloured_noise, music_like, set_level
from speech.codecs import pass_codec
from speech.letter_to_sound import normalise_text
from speech.render import Rendered, join, render
from speech.voices import VOICES

from .frontend import WINDOW, Frontend
from .sentences import Sentences, load_sentences

CLIPS_PER_SHARD = 512
STEP_SECONDS = 0.04
MAX_SECONDS = 16.0
CODEC_SHARES = {"opus": 0.12, "opus-16k": 0.06, "mp3": 0.05, "m4a": 0.03, "telephone": 0.03}
SOUNDS = ["_", "a", "e", "i", "o", "u", "?", "b", "t", "dZ", "H", "X", "d", "R", "s", "S", "dH", "A", "g",
          "f", "q", "k", "l", "m", "n", "w", "h", "j", "p", "v", "z"]  # fmt: skip
SOUND_IDS = {name: i for i, name in enumerate(SOUNDS)} | {"*": 13, "t[": 8, "d[": 12, "x": 11}


def normalise_samples(samples: np.ndarray) -> np.ndarray:
    """Zero mean and unit variance over the whole utterance, as every caller of the model does."""
    return ((samples - samples.mean()) / np.sqrt(samples.var() + 1e-5)).astype(np.float32)


def align_sounds(sounds: list[tuple[float, str]], steps: int) -> np.ndarray:
    """The sound heard in the middle of each 40 ms step; unknown names count as silence."""
    starts = np.array([start for start, _ in sounds])
    ids = np.array([SOUND_IDS.get(name.strip("'"), 0) for _, name in sounds], np.uint8)
    middles = (np.arange(steps) + 0.5) * STEP_SECONDS
    return ids[np.maximum(np.searchsorted(starts, middles, "right") - 1, 0)]


def make_wordless(rng: np.random.Generator) -> Rendered:
    """Silence, noise or music: the right transcript is empty."""
    length = int(rng.uniform(0.4, 8) * 16_000)
    kind = rng.random()
    if kind < 0.2:
        samples = np.zeros(length, np.float32)
    elif kind < 0.65:
        samples = coloured_noise(length, rng.uniform(0, 2.2), rng)
    else:
        samples = music_like(length, rng)
    return Rendered(samples, [(0.0, "_")])


def make_clip(sentences: Sentences, rng: random.Random) -> tuple[Rendered, str]:
    """One clean training clip: one to three texts in one voice with pauses and silence around."""
    noise = np.random.default_rng(rng.getrandbits(64))
    if rng.random() < 0.04:
        return make_wordless(noise), ""
    voice = rng.choice(VOICES["train"])
    count = rng.choices((1, 2, 3), (0.78, 0.15, 0.07))[0]
    texts = [sentences.draw() for _ in range(count)]
    parts = [render(text, voice, rng) for text in texts]
    while sum(len(part.samples) for part in parts) > (MAX_SECONDS - 3) * 16_000 and len(parts) > 1:
        parts, texts = parts[:-1], texts[:-1]
    gaps = [rng.random() ** 2, *(rng.uniform(0.15, 0.9) for _ in parts[1:]), rng.random() ** 2]
    return join(parts, gaps), normalise_text(" ".join(texts))


def record(clips: list[np.ndarray], rng: np.random.Generator) -> list[np.ndarray]:
    """Augment every clip, and pass a share of them through each codec."""
    talkers = [clip for clip in clips if clip.std() > 0.01]
    out = []
    for clip in clips:
        others = [talkers[i] for i in rng.integers(0, len(talkers), rng.integers(3, 8))]
        if clip.any():
            out.append(augment(clip, others, rng))
        else:
            hiss = set_level(coloured_noise(len(clip), 0, rng), rng.uniform(-80, -60))
            out.append(hiss if rng.random() < 0.5 else clip)
    chosen = rng.choice([*CODEC_SHARES, ""], len(out), p=[*CODEC_SHARES.values(), 1 - sum(CODEC_SHARES.values())])
    for codec in CODEC_SHARES:
        at = np.flatnonzero(chosen == codec)
        for i, coded in zip(at, pass_codec([out[i] for i in at], codec), strict=True):
            out[i] = coded
    return out


def make_shard(path: Path, number: int, seed: int) -> float:
    """Render, record and analyse one shard; returns its audio seconds."""
    rng = random.Random(f"{seed}:{number}")
    noise = np.random.default_rng([seed, number])
    sentences = Sentences(load_sentences("train"), rng)
    clips = [make_clip(sentences, rng) for _ in range(CLIPS_PER_SHARD)]
    frontend = Frontend()
    features, sounds = [], []
    for (clean, _), heard in zip(clips, record([clean.samples for clean, _ in clips], noise), strict=True):
        heard = np.pad(heard, (0, max(0, WINDOW - len(heard))))
        with torch.inference_mode():
            one = frontend(torch.from_numpy(normalise_samples(heard))[None])[0]
        features.append(one.numpy().astype(np.float16))
        sounds.append(align_sounds(clean.sounds, (len(one) + 3) // 4))
    starts = np.cumsum([0, *(len(one) for one in features)])
    texts = np.array([text for _, text in clips])
    partial = path.with_suffix(".part.npz")
    np.savez(partial, features=np.concatenate(features), starts=starts, texts=texts, sounds=np.concatenate(sounds))
    partial.rename(path)
    return float(starts[-1]) / 100
