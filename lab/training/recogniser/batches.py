"""Training batches from clips in memory: drawn by synthesiser, made to sound recorded, alike in length."""

import random
import threading
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

import numpy as np
import torch

from speech.augment import add_noise, add_room, limit_band, make_noise, set_level, tilt_spectrum
from speech.codecs import CODECS, pass_codec
from speech.render import resample
from synthesis.clip import SAMPLE_RATE_HZ, Clip, load_clips

from .frontend import LOUDEST, MELS, RANGE, Frontend, hz_to_mel, mel_to_hz
from .tokens import encode

BATCH_SECONDS, DRAWN_CLIPS, LONGEST_SECONDS = 42, 384, 25
DIPHONE_SHARES = dict.fromkeys(("kal", "ked", "lp", "pc"), 0.025) | dict.fromkeys(("dita", "machac", "ph"), 0.04)
SHARES = {"espeak": 0.26, "kokoro": 0.42, "flite": 0.1} | DIPHONE_SHARES
# A synthesiser of few clips is drawn from less often, so that they are not learnt by heart while more are being spoken.
FULL_SHARE_CLIPS = {"kokoro": 1200}
CODEC_SHARE, JOINED_SHARE, WORDLESS_SHARE, CLEAN_SHARE = 0.2, 0.06, 0.02, 0.1


@dataclass(frozen=True)
class Batch:
    """Padded features [batch, 80, mel frames], lengths in mel frames (10 ms), flat targets."""

    features: torch.Tensor
    lengths: torch.Tensor
    targets: torch.Tensor
    target_lengths: torch.Tensor


class Pool:
    """The clips of a folder of shards by synthesiser; of several processes each has its part. `refresh` reads what has come since."""

    def __init__(self, folder: Path, rng: random.Random, part: int = 0, parts: int = 1) -> None:
        self.folder, self.rng, self.part, self.parts = folder, rng, part, parts
        self.read: set[Path] = set()
        self.clips: dict[str, list[Clip]] = defaultdict(list)
        self.refresh()

    def refresh(self) -> None:
        for path in sorted(self.folder.glob("*-train-*[0-9].npz")):
            if path not in self.read and int(path.stem[-4:]) % self.parts == self.part:
                self.read.add(path)
                self.clips[path.name.split("-")[0]] += pass_some_codecs(load_clips(path), self.rng)

    def draw(self) -> Clip:
        names = [name for name in SHARES if self.clips[name]]
        weights = [SHARES[name] * min(1, len(self.clips[name]) * self.parts / FULL_SHARE_CLIPS.get(name, 1)) for name in names]
        name = self.rng.choices(names, weights)[0]
        return self.rng.choice(self.clips[name])


def pass_some_codecs(clips: list[Clip], rng: random.Random) -> list[Clip]:
    """The clips, a share of them encoded and decoded again."""
    out = list(clips)
    chosen = rng.sample(range(len(clips)), round(CODEC_SHARE * len(clips)))
    names = [name for name in CODECS if name != "wav"]
    for i, name in enumerate(names):
        part = chosen[i :: len(names)]
        for at, samples in zip(part, pass_codec([clips[at].samples for at in part], name), strict=True):
            out[at] = Clip(samples, clips[at].text, clips[at].voice)
    return out


def record(clip: Clip, talkers: list[np.ndarray], rng: random.Random) -> np.ndarray:
    """The clip as another speaker might have been recorded: tempo and pitch, room, noise, telephone, edges of silence."""
    noise_rng = np.random.default_rng(rng.randrange(2**32))
    samples = clip.samples
    if rng.random() < 0.6:
        samples = resample(samples, SAMPLE_RATE_HZ, round(SAMPLE_RATE_HZ * rng.uniform(0.84, 1.22)))
    samples = np.pad(samples, [round(rng.uniform(0, 0.5) ** 2 * 2 * SAMPLE_RATE_HZ) for _ in range(2)])
    if rng.random() < CLEAN_SHARE:
        return samples
    if rng.random() < 0.5:
        samples = tilt_spectrum(samples, noise_rng)
    if rng.random() < 0.4:
        samples = add_room(samples, noise_rng)
    if rng.random() < 0.75:
        samples = add_noise(samples, make_noise(len(samples), talkers, noise_rng), rng.uniform(4, 40))
    if rng.random() < 0.12:
        samples = limit_band(samples, rng.uniform(150, 350), rng.uniform(3000, 3800))
    if rng.random() < 0.06:
        samples = np.clip(set_level(samples, 0) * rng.uniform(1.5, 4), -1, 1)
    return samples.astype(np.float32)


def join_clips(clips: list[Clip], rng: random.Random) -> Clip:
    """One long recording of several clips with pauses between."""
    parts, texts, seconds = [], [], 0.0
    for clip in clips:
        seconds += len(clip.samples) / SAMPLE_RATE_HZ + 0.8
        if seconds > LONGEST_SECONDS and parts:
            break
        parts += [clip.samples, np.zeros(round(rng.uniform(0.05, 0.8) * SAMPLE_RATE_HZ), np.float32)]
        texts.append(clip.text)
    return Clip(np.concatenate(parts), " ".join(texts), clips[0].voice)


def warp_bands(features: torch.Tensor, factor: float) -> torch.Tensor:
    """Features [80, frames] read at `factor` times each band's frequency: another vocal tract."""
    top = float(hz_to_mel(np.array(8000.0)))
    centres = np.linspace(0, top, MELS + 2)[1:-1]
    place = np.clip(hz_to_mel(mel_to_hz(centres) * factor) / top * (MELS + 1) - 1, 0, MELS - 1.001)
    low, rest = torch.from_numpy(place.astype(np.int64)), torch.from_numpy((place % 1).astype(np.float32))[:, None]
    return features[low] * (1 - rest) + features[low + 1] * rest


def mask_features(features: torch.Tensor, rng: random.Random) -> torch.Tensor:
    """SpecAugment: warped bands, up to two bands and a few short stretches set to the mean."""
    out = warp_bands(features, rng.uniform(0.86, 1.17)) if rng.random() < 0.6 else features.clone()
    mean, frames = out.mean(), out.shape[1]
    for _ in range(rng.randint(0, 2)):
        low = rng.randrange(MELS - 14)
        out[low : low + rng.randint(1, 14)] = mean
    for _ in range(rng.randint(0, 1 + frames // 150)):
        start = rng.randrange(frames)
        out[:, start : start + rng.randint(2, 16)] = mean
    return out


class Batches:
    """Endless training batches."""

    def __init__(self, pool: Pool, rng: random.Random) -> None:
        self.pool, self.rng, self.frontend = pool, rng, Frontend()

    def draw_clips(self) -> list[Clip]:
        clips = []
        while len(clips) < DRAWN_CLIPS:
            kind = self.rng.random()
            if kind < WORDLESS_SHARE:
                length = round(self.rng.uniform(1, 6) * SAMPLE_RATE_HZ)
                noise = make_noise(length, [], np.random.default_rng(self.rng.randrange(2**32)))
                clips.append(Clip(noise.astype(np.float32), "", "noise"))
            elif kind < WORDLESS_SHARE + JOINED_SHARE:
                clips.append(join_clips([self.pool.draw() for _ in range(self.rng.randint(2, 9))], self.rng))
            else:
                clips.append(self.pool.draw())
        return clips

    def features(self, clip: Clip, talkers: list[np.ndarray]) -> torch.Tensor:
        samples = torch.from_numpy(record(clip, talkers, self.rng)) if clip.text else torch.from_numpy(clip.samples)
        return mask_features(self.frontend.measure(samples[None])[0], self.rng)

    def __iter__(self):  # noqa: ANN204 (a generator of Batch)
        ready: Queue[Batch | Exception] = Queue(maxsize=4)

        def fill() -> None:
            try:
                for batch in self.make():
                    ready.put(batch)
            except Exception as error:
                ready.put(error)

        threading.Thread(target=fill, daemon=True).start()
        while True:
            batch = ready.get()
            if isinstance(batch, Exception):
                raise batch
            yield batch

    def make(self):  # noqa: ANN201 (a generator of Batch)
        while True:
            clips = sorted(self.draw_clips(), key=lambda clip: len(clip.samples) * self.rng.uniform(0.9, 1.1))
            groups, now = [], []
            for clip in clips:
                if now and (len(now) + 1) * max(len(c.samples) for c in [*now, clip]) > BATCH_SECONDS * SAMPLE_RATE_HZ:
                    groups.append(now)
                    now = []
                now.append(clip)
            groups.append(now)
            self.rng.shuffle(groups)
            for group in groups:
                talkers = [clip.samples for clip in self.rng.sample(clips, 4)]
                pairs = [(self.features(clip, talkers), clip.text) for clip in group]
                # A clip faster than a letter a frame cannot be aligned.
                if aligned := [(features, text) for features, text in pairs if features.shape[1] > 2.2 * len(text) + 8]:
                    yield make_batch(aligned)


def make_batch(clips: list[tuple[torch.Tensor, str]]) -> Batch:
    """Features [80, frames] and texts padded to one length; past its end a clip is as silent as can be."""
    lengths = torch.tensor([features.shape[1] for features, _ in clips])
    padded = torch.full((len(clips), MELS, int(lengths.max())), LOUDEST - RANGE / 4)
    for i, (features, _) in enumerate(clips):
        padded[i, :, : features.shape[1]] = features
    targets = [encode(text) for _, text in clips]
    return Batch(
        padded,
        lengths,
        torch.tensor([token for target in targets for token in target], dtype=torch.long),
        torch.tensor([len(target) for target in targets]),
    )
