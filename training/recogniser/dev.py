"""The clips that show training's progress: held-out sentences in held-out voices, Opus-coded."""

import random
from pathlib import Path

import numpy as np
import torch

from speech.codecs import pass_codec
from speech.letter_to_sound import normalise_text
from speech.render import join, render
from speech.voices import VOICES

from .frontend import Frontend
from .sentences import load_sentences
from .shards import align_sounds, normalise_samples

DEV_CLIPS = 120


def make_dev_clips(seed: int, count: int = DEV_CLIPS) -> list[tuple[np.ndarray, np.ndarray, str]]:
    """(features, sounds, text) of sentences of the dev part spoken by the dev voices."""
    rng = random.Random(seed)
    sentences = load_sentences("dev")
    chosen = rng.sample(sentences, min(count, len(sentences)))
    spoken = [join([render(text, rng.choice(VOICES["dev"]), rng)], [0.2, 0.3]) for text in chosen]
    frontend = Frontend()
    clips = []
    for text, clip, heard in zip(chosen, spoken, pass_codec([one.samples for one in spoken], "opus"), strict=True):
        with torch.inference_mode():
            features = frontend(torch.from_numpy(normalise_samples(heard))[None])[0].numpy()
        clips.append((features, align_sounds(clip.sounds, (len(features) + 3) // 4), normalise_text(text)))
    return clips


def shard_path(folder: Path, number: int) -> Path:
    return folder / "shards" / f"train-{number:04d}.npz"
