"""The training loop: its schedule follows wall-clock time, so slow machines end on time too."""

import copy
import json
import math
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

import torch
import torch.nn.functional as F

from .batches import Batch, choose_shards, make_batch, read_round
from .model import Recogniser
from .score import error_rates
from .tokens import BLANK, decode_greedy

PEAK_RATE, FINAL_SHARE, WARM_UP = 1.5e-3, 0.02, 0.03
CHECKPOINT_SECONDS, VALIDATE_SECONDS = 180, 360
FRAMES_PER_SECOND = 100
AVERAGE_DECAY = 0.998


@dataclass
class Progress:
    """What a checkpoint keeps besides weights; `trained_seconds` counts wall-clock time over all runs."""

    trained_seconds: float = 0.0
    steps: int = 0
    audio_seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    history: list[dict] = field(default_factory=list)


def learning_rate(share: float) -> float:
    """Linear warm-up, then a half cosine down to FINAL_SHARE of the peak; `share` of the budget used."""
    if share < WARM_UP:
        return PEAK_RATE * max(share / WARM_UP, 0.01)
    turn = min(1.0, (share - WARM_UP) / (1 - WARM_UP))
    return PEAK_RATE * (FINAL_SHARE + (1 - FINAL_SHARE) * 0.5 * (1 + math.cos(math.pi * turn)))


def batch_loss(model: Recogniser, batch: Batch, share: float) -> torch.Tensor:
    """CTC per letter, plus a shrinking loss on which sound is spoken in each 40 ms step.

    The renderer knows every sound's time; learning it first spares CTC its long blank-only start.
    """
    with torch.autocast("cpu", torch.bfloat16):
        encoded = model.encode(batch.features, batch.lengths)
        logits = model.spread(encoded, batch.features.shape[1])
        sounds = model.sounds(encoded)
    frames = (batch.lengths + 1) // 2
    scores = logits.float().log_softmax(-1).transpose(0, 1)
    ctc = F.ctc_loss(scores, batch.targets, frames, batch.target_lengths, BLANK, "none", zero_infinity=True)
    letters = torch.maximum(batch.target_lengths.float(), frames / 12)
    aligned = F.cross_entropy(sounds.float().transpose(1, 2), batch.sounds, ignore_index=-1)
    return (ctc / letters).mean() + max(0.1, 1 - 2 * share) * aligned


class Trainer:
    """One run over `folder`: shards in `shards/`, state in `checkpoint.pt`, lines in `log.jsonl`."""

    def __init__(self, folder: Path, budget_seconds: float, seed: int) -> None:
        torch.manual_seed(seed)
        self.folder, self.budget_seconds = folder, budget_seconds
        self.rng = random.Random(seed)
        self.model = Recogniser()
        self.average = copy.deepcopy(self.model).requires_grad_(False)
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), PEAK_RATE, (0.9, 0.98), weight_decay=0.02, fused=True
        )
        self.progress = Progress()
        self.resume()
        self.last_tick = self.last_saved = self.last_validated = time.monotonic()

    @property
    def share(self) -> float:
        return self.progress.trained_seconds / self.budget_seconds

    def resume(self) -> None:
        path = self.folder / "checkpoint.pt"
        if path.exists():
            state = torch.load(path, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.progress = Progress(**state["progress"])
            self.rng.seed(self.progress.steps)

    def save(self) -> None:
        """Written beside and renamed, so that a run cut short leaves the former checkpoint."""
        state = {
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "progress": vars(self.progress),
        }
        torch.save(state, self.folder / "checkpoint.tmp")
        (self.folder / "checkpoint.tmp").rename(self.folder / "checkpoint.pt")
        self.last_saved = time.monotonic()

    def step(self, batch: Batch) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(self.share)
        loss = batch_loss(self.model, batch, self.share)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        progress = self.progress
        progress.steps += 1
        progress.audio_seconds += float(batch.lengths.sum()) / FRAMES_PER_SECOND
        decay = min(AVERAGE_DECAY, (1 + progress.steps) / (10 + progress.steps))
        torch._foreach_lerp_(list(self.average.parameters()), list(self.model.parameters()), 1 - decay)
        now = time.monotonic()
        progress.trained_seconds += now - self.last_tick
        self.last_tick = now
        return float(loss.detach())

    def train_round(self, dev: list[tuple]) -> None:
        """Read the least read shards once; checkpoint and validate when it is time."""
        available = sorted(path.name for path in (self.folder / "shards").glob("train-????.npz"))
        chosen = choose_shards(self.progress.counts, available, self.rng)
        losses = []
        for batch in read_round([self.folder / "shards" / name for name in chosen], self.rng):
            losses.append(self.step(batch))
            if self.progress.steps % 25 == 0:
                self.log({"loss": round(sum(losses[-25:]) / len(losses[-25:]), 4)})
            if time.monotonic() - self.last_validated > VALIDATE_SECONDS:
                self.validate(dev)
            if time.monotonic() - self.last_saved > CHECKPOINT_SECONDS:
                self.save()
            if self.share >= 1:
                break
        for name in chosen:
            self.progress.counts[name] = self.progress.counts.get(name, 0) + 1

    def validate(self, dev: list[tuple]) -> None:
        cer, wer = error_rates(transcribe_clips(self.average, dev))
        self.progress.history.append({"minutes": round(self.progress.trained_seconds / 60, 1), "cer": cer, "wer": wer})
        self.log({"dev_cer": round(cer, 4), "dev_wer": round(wer, 4)})
        self.last_validated = time.monotonic()

    def log(self, line: dict) -> None:
        progress = self.progress
        line |= {"steps": progress.steps, "minutes": round(progress.trained_seconds / 60, 2)}
        line |= {"audio_seconds_per_second": round(progress.audio_seconds / max(progress.trained_seconds, 1), 1)}
        line |= {"shards": len(progress.counts)}
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")

    def run(self, dev: list[tuple]) -> None:
        while self.share < 1:
            self.train_round(dev)
        self.validate(dev)
        self.save()


@torch.inference_mode()
def transcribe_clips(model: Recogniser, clips: list[tuple]) -> list[tuple[str, str]]:
    """(said, heard) of (features, sounds, text) clips, greedy."""
    pairs = []
    for start in range(0, len(clips), 16):
        part = clips[start : start + 16]
        batch = make_batch(part, None)
        best = model(batch.features, batch.lengths).argmax(-1)
        for (features, _, text), row in zip(part, best, strict=True):
            pairs.append((text, decode_greedy(row[: (len(features) + 1) // 2].tolist())))
    return pairs
