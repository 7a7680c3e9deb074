"""The training loop: bfloat16 for the arithmetic where the processor multiplies it, float32 for what is kept; its schedule
follows processor time.

With `torchrun --nproc-per-node 2 -m recogniser train …` each process draws batches of its own, and they share their gradients.
"""

import copy
import json
import math
import random
import time
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import torch
import torch.nn.functional as F

from processes import ARITHMETIC, join_processes, share_gradients
from synthesis.clip import load_clips

from .batches import Batch, Batches, Pool, make_batch
from .frontend import Frontend
from .model import FROZEN_LAYERS, Recogniser
from .score import error_rates
from .tokens import BLANK, decode_greedy
from .whisper import LAYERS, load_encoder

HEAD_RATE, TOP_RATE, LAYER_DECAY, FINAL_SHARE, WARM_UP_STEPS = 2e-3, 2e-4, 0.8, 0.03, 100
CHECKPOINT_SECONDS, REFRESH_SECONDS, VALIDATE_SECONDS = 300, 600, 1200
ADAPTER_RATE, ADAPTED_HEAD_RATE = 1e-3, 2e-4
AVERAGE_DECAY = 0.995


@dataclass
class Progress:
    """What a checkpoint keeps besides weights; `trained_seconds` counts processor time of all processes over all runs."""

    trained_seconds: float = 0.0
    steps: int = 0
    audio_seconds: float = 0.0
    history: list[dict] = field(default_factory=list)


def group_adapted(model: Recogniser) -> list[dict]:
    """Adapters learn fast, offsets and norms slowly; the head has learnt already."""
    named = list(model.encoder.named_parameters())
    pairs = [parameter for name, parameter in named if name.endswith((".down", ".up"))]
    others = [parameter for name, parameter in named if parameter.requires_grad and not name.endswith((".down", ".up"))]
    return [
        {"params": pairs, "peak": ADAPTER_RATE},
        {"params": others, "peak": TOP_RATE * LAYER_DECAY},
        {"params": list(model.letters.parameters()), "peak": ADAPTED_HEAD_RATE},
    ]


def group_parameters(model: Recogniser) -> list[dict]:
    """The head learns fastest; below it each layer of the encoder more slowly, since it has heard people."""
    groups = [{"params": list(model.letters.parameters()), "peak": HEAD_RATE}]
    encoder = model.encoder
    depths = [*encoder.layers[::-1], torch.nn.ModuleList([encoder.conv1, encoder.conv2])]
    for depth, module in enumerate(depths):
        groups.append({"params": list(module.parameters()), "peak": TOP_RATE * LAYER_DECAY**depth})
    groups.append({"params": list(encoder.norm.parameters()), "peak": TOP_RATE})
    assert len(depths) == LAYERS + 1
    return groups


def freeze_lowest(model: Recogniser) -> None:
    """The convolutions and the lowest layers stay as OpenAI's recordings of people made them; it is a quarter faster, too."""
    for module in (model.encoder.conv1, model.encoder.conv2, *model.encoder.layers[:FROZEN_LAYERS]):
        module.requires_grad_(False)


def rate_share(steps: int, share: float) -> float:
    """Linear warm-up, then a half cosine; `share` of the time used."""
    warm = min(1.0, (steps + 1) / WARM_UP_STEPS)
    return warm * (FINAL_SHARE + (1 - FINAL_SHARE) * 0.5 * (1 + math.cos(math.pi * min(1.0, share))))


def batch_loss(model: Recogniser, batch: Batch) -> torch.Tensor:
    """CTC per letter."""
    logits = model(batch.features.to(ARITHMETIC), batch.lengths)
    frames = (batch.lengths + 1) // 2
    scores = logits.float().log_softmax(-1).transpose(0, 1)
    ctc = F.ctc_loss(scores, batch.targets, frames, batch.target_lengths, BLANK, "none", zero_infinity=True)
    return (ctc / torch.maximum(batch.target_lengths.float(), frames / 8)).mean()


class Trainer:
    """One run over `folder`: state in `checkpoint.pt`, lines in `log.jsonl`; clips in `clips`."""

    def __init__(self, folder: Path, clips: Path, whisper: Path, budget_seconds: float, adapter_rank: int = 0) -> None:
        torch.manual_seed(1)
        self.rank, self.processes = join_processes()
        self.folder, self.clips, self.budget_seconds = folder, clips, budget_seconds
        self.model = Recogniser(load_encoder(whisper))
        if (folder / "start.pt").exists():
            self.model.load(torch.load(folder / "start.pt", weights_only=True))
        if adapter_rank:
            self.model.add_adapters(adapter_rank)
        groups = group_adapted(self.model) if adapter_rank else group_parameters(self.model)
        self.average = copy.deepcopy(self.model).requires_grad_(False)
        self.optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
        self.progress = Progress()
        self.resume()
        self.fast = copy.deepcopy(self.model).to(ARITHMETIC)
        freeze_lowest(self.fast)
        self.rng = random.Random(self.progress.steps * self.processes + self.rank)
        self.counted_seconds = time.process_time()
        self.last_saved = self.last_validated = time.monotonic()

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
            group["lr"] = group["peak"] * rate_share(self.progress.steps, self.share)
        loss = batch_loss(self.fast, batch)
        loss.backward()
        kept, fast = list(self.model.parameters()), list(self.fast.parameters())
        for own, other in zip(kept, fast, strict=True):
            own.grad, other.grad = None if other.grad is None else other.grad.float(), None
        since, self.counted_seconds = self.counted_seconds, time.process_time()
        counted = [float(loss.detach()), float(batch.lengths.sum()) / 100, self.counted_seconds - since]
        loss_value, audio_seconds, seconds = share_gradients(kept, torch.tensor(counted)).tolist()
        torch.nn.utils.clip_grad_norm_([own for own in kept if own.grad is not None], 1.0)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_copy_(fast, kept)
            decay = min(AVERAGE_DECAY, (1 + self.progress.steps) / (10 + self.progress.steps))
            torch._foreach_lerp_(list(self.average.parameters()), kept, 1 - decay)
        self.progress.steps += 1
        self.progress.audio_seconds += audio_seconds * self.processes
        self.progress.trained_seconds += seconds * self.processes
        return loss_value

    def run(self) -> None:
        """Until the time is used."""
        pool, read_at = Pool(self.clips, self.rng, self.rank, self.processes), time.monotonic()
        losses: list[float] = []
        for batch in Batches(pool, self.rng):
            losses.append(self.step(batch))
            if time.monotonic() - read_at > REFRESH_SECONDS:
                pool.refresh()
                read_at = time.monotonic()
            if self.rank == 0:
                self.watch(losses)
            if self.share >= 1:
                break
        if self.rank == 0:
            self.validate()
            self.save()

    def watch(self, losses: list[float]) -> None:
        """What one process does for all: lines, figures and checkpoints on the way."""
        if self.progress.steps % 25 == 0:
            self.log({"loss": round(sum(losses[-25:]) / len(losses[-25:]), 4)})
        if time.monotonic() - self.last_validated > VALIDATE_SECONDS:
            self.validate()
        if time.monotonic() - self.last_saved > CHECKPOINT_SECONDS:
            self.save()

    def validate(self) -> None:
        scores = {}
        for path in sorted(self.clips.glob("*-dev-*.npz")):
            pairs = transcribe_clips(self.average, [(clip.samples, clip.text) for clip in load_clips(path)][:60])
            scores[path.name.split("-dev")[0]] = round(error_rates(pairs)[0], 4)
        self.progress.history.append({"minutes": round(self.progress.trained_seconds / 60, 1), **scores})
        self.log({"dev_cer": scores})
        self.last_validated = time.monotonic()

    def log(self, line: dict) -> None:
        progress = self.progress
        line |= {"at": datetime.now().strftime("%H:%M:%S"), "steps": progress.steps}
        line |= {"minutes": round(progress.trained_seconds / 60, 1), "hours_read": round(progress.audio_seconds / 3600, 2)}
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")


@torch.inference_mode()
def transcribe_clips(model: Recogniser, clips: list[tuple]) -> list[tuple[str, str]]:
    """(said, heard) of (samples, text) clips, greedy."""
    frontend, pairs = Frontend(), []
    fast = copy.deepcopy(model).to(ARITHMETIC)
    ordered = sorted(clips, key=lambda clip: len(clip[0]))
    for start in range(0, len(ordered), 8):
        part = ordered[start : start + 8]
        batch = make_batch([(frontend.measure(torch.from_numpy(samples)[None])[0], text) for samples, text in part])
        best = fast(batch.features.to(ARITHMETIC), batch.lengths).argmax(-1)
        for (_, text), row, length in zip(part, best, batch.lengths, strict=True):
            pairs.append((text, decode_greedy(row[: (int(length) + 1) // 2].tolist())))
    return pairs
