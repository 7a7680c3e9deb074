"""Train the translator for a given number of minutes on one thread; stops and resumes at any chunk."""

from __future__ import annotations

import json
import math
import os
import random
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from transformers import M2M100ForConditionalGeneration

from .batches import CHUNK_EXAMPLES, IGNORED_LABEL, Batch, bucket, encode_examples
from .data import Example, ExampleStream, held_out_pairs
from .layout import TOKENIZER_FILE
from .model import build_model

PEAK_RATE = 1.5e-3
WARM_UP_STEPS = 300
LABEL_SMOOTHING = 0.1
BATCH_TOKENS = 2000
DEV_PAIRS = 200
MERGE_DROPOUT = 0.1


@dataclass
class Progress:
    """What a resumed run must know beside the weights; seconds are those spent training."""

    chunk: int = 0
    step: int = 0
    seconds: float = 0.0


def learning_rate(progress: Progress, budget_seconds: float) -> float:
    """Linear warm-up by steps, then a cosine over the time budget down to zero."""
    done = min(1.0, progress.seconds / budget_seconds)
    warm_up = min(1.0, (progress.step + 1) / WARM_UP_STEPS)
    return PEAK_RATE * warm_up * 0.5 * (1 + math.cos(math.pi * done))


def batch_loss(model: M2M100ForConditionalGeneration, batch: Batch, smoothing: float) -> torch.Tensor:
    """Mean cross-entropy a target token; the output layer sees no padding."""
    with torch.autocast("cpu", torch.bfloat16):
        states = model.model(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            decoder_input_ids=batch["decoder_input_ids"],
            use_cache=False,
        ).last_hidden_state
        real = batch["labels"] != IGNORED_LABEL
        logits = model.lm_head(states[real])
    return torch.nn.functional.cross_entropy(logits.float(), batch["labels"][real], label_smoothing=smoothing)


class Trainer:
    """One run in a working folder that holds tokenizer.json; `run` continues whatever is there."""

    def __init__(self, folder: Path, minutes: float, seed: int) -> None:
        # Eager attention: the fused kernel's bfloat16 backward pass is slower on a CPU.
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.folder, self.budget, self.seed = folder, minutes * 60, seed
        self.tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        # Some merges are left out at random: misspelt words fall into small pieces, which must be known too.
        self.splitter = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        self.splitter.model.dropout = MERGE_DROPOUT
        self.model = build_model(self.tokenizer)
        self.model.set_attn_implementation("eager")
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=PEAK_RATE, betas=(0.9, 0.98), weight_decay=0.01, fused=True
        )
        self.progress = Progress()
        self.stream = ExampleStream(seed)
        dev = random.Random(seed).sample(pairs := held_out_pairs("dev", seed), min(DEV_PAIRS, len(pairs)))
        rows = encode_examples(self.tokenizer, [Example(pair.so_written, pair.en) for pair in dev])
        self.dev = list(bucket(rows, BATCH_TOKENS, random.Random(seed)))

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self) -> None:
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.progress = Progress(**state["progress"])

    def save(self) -> None:
        """Replace the checkpoint in one move: a kill in the middle leaves the older one."""
        partial = self.checkpoint.with_suffix(".partial")
        content = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "progress": asdict(self.progress),
        }
        torch.save(content, partial)
        os.replace(partial, self.checkpoint)

    def run(self) -> Path:
        """Train until the budget is spent; the folder of the finished model."""
        self.resume()
        while self.progress.seconds < self.budget:
            loss = self.train_chunk()
            self.save()
            self.report(loss)
        finished = self.folder / "model"
        self.model.save_pretrained(finished)
        self.tokenizer.save(str(finished / TOKENIZER_FILE))
        return finished

    def train_chunk(self) -> float:
        """One chunk of examples or what the budget leaves of it; its mean loss."""
        progress = self.progress
        rng = random.Random(f"{self.seed}:{progress.chunk}")
        torch.manual_seed(rng.getrandbits(31))
        examples = self.stream.chunk(progress.chunk, CHUNK_EXAMPLES)
        half = len(examples) // 2
        rows = encode_examples(self.tokenizer, examples[:half])
        rows += encode_examples(self.tokenizer, examples[half:], self.splitter)
        self.model.train()
        losses = []
        started = time.monotonic() - progress.seconds
        for batch in bucket(rows, BATCH_TOKENS, rng):
            losses.append(self.train_step(batch))
            progress.seconds = time.monotonic() - started
            if progress.seconds >= self.budget:
                break
        progress.chunk += 1
        return sum(losses) / len(losses)

    def train_step(self, batch: Batch) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.progress, self.budget)
        loss = batch_loss(self.model, batch, LABEL_SMOOTHING)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.progress.step += 1
        return loss.item()

    def report(self, loss: float) -> None:
        """Append one JSON line with the training and held-out loss to log.jsonl and print it."""
        self.model.eval()
        with torch.no_grad():
            dev = [batch_loss(self.model, batch, 0.0).item() for batch in self.dev]
        row = {
            **asdict(self.progress),
            "loss": round(loss, 4),
            "dev_loss": round(sum(dev) / len(dev), 4) if dev else None,
            "budget_minutes": self.budget / 60,
            "rate": round(learning_rate(self.progress, self.budget), 6),
        }
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
