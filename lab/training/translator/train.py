"""Trains the translator; resumable, its schedule counted in updates, its time in seconds of processor time.

    python -m translator.train --data DIR --work DIR --e5 FILE --whisper FOLDER --kind whisper --hours 1

    torchrun --nproc-per-node 2 -m translator.train …        # two processes, which share their gradients

`--adapter-rank 16` leaves the matrices of `DIR/whisper.pt` as they are and trains thin ones beside them, in `DIR/adapted.pt`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from processes import join_processes, mixed_precision, share_gradients

from . import texts, vocabulary
from .e5 import E5File
from .mixture import Mixture
from .network import READ_WIDTH, Translator
from .start_weights import WHISPER_HEADS, WHISPER_LAYERS, WHISPER_WIDTH, load_encoder, load_whisper_decoder

BATCH_TOKENS = 1400
WARM_UP, AVERAGE = 300, 0.999
RATES = {"encoder": 1.5e-4, "new": 8e-4, "decoder": 4e-4, "adapter": 2e-3}
SMOOTHING = 0.1
SAVE_EVERY, REPORT_EVERY = 100, 50


def build(kind: str, words: vocabulary.Vocabulary, sources: argparse.Namespace) -> Translator:
    e5 = E5File(sources.e5)
    if kind == "whisper":
        from recogniser.whisper import read_arrays

        model = Translator(len(words.source_ids), len(words.target_ids), WHISPER_WIDTH, WHISPER_HEADS, len(WHISPER_LAYERS))
        whisper = Tokenizer.from_file(str(sources.whisper / "tokenizer.json"))
        load_whisper_decoder(model, read_arrays(sources.whisper / "model.bin"), whisper, words)
    else:
        model = Translator(len(words.source_ids), len(words.target_ids), READ_WIDTH, 6, 4)
        torch.nn.init.normal_(model.decoder.words.weight, 0, 0.05)
    if kind != "scratch":
        load_encoder(model, e5, words)
    return model


def groups(model: Translator, kind: str, scale: float) -> list[dict]:
    """Learning rates by what the weights already know."""
    encoder, new, decoder, adapters = [], [], [], []
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue
        if name.endswith((".down", ".up")):
            adapters.append(parameter)
        elif name.startswith("encoder.") and "bridge" not in name:
            encoder.append(parameter)
        elif kind == "whisper" and "bridge" not in name and "cross" not in name:
            decoder.append(parameter)
        else:
            new.append(parameter)
    rate = RATES["new"] if kind == "scratch" else RATES["encoder"]
    rows = [(encoder, rate), (new, RATES["new"]), (decoder, RATES["decoder"]), (adapters, RATES["adapter"])]
    return [{"params": p, "lr": r * scale, "peak": r * scale} for p, r in rows if p]


def batches(pairs: list[tuple[str, str]], words: vocabulary.Vocabulary, encoder: vocabulary.TargetEncoder, rng: random.Random):
    """Batches of about BATCH_TOKENS, rows of like length together, in random order."""
    rows = [(words.encode_source(s), encoder.encode(t)) for s, t in pairs]
    rows.sort(key=lambda r: (len(r[1]) + rng.random() * 4) // 3 * 1000 + len(r[0]))
    found, batch, longest = [], [], 0
    for row in rows:
        longest = max(longest, len(row[0]), len(row[1]))
        if batch and longest * (len(batch) + 1) > BATCH_TOKENS:
            found.append(batch)
            batch, longest = [], max(len(row[0]), len(row[1]))
        batch.append(row)
    found.append(batch)
    rng.shuffle(found)
    return found


def tensors(batch: list[tuple[list[int], list[int]]], language: int):
    source = torch.full((len(batch), max(len(s) for s, _ in batch)), vocabulary.PAD)
    width = max(len(t) for _, t in batch) + 1
    before, after = torch.full((len(batch), width), vocabulary.PAD), torch.full((len(batch), width), -100)
    for i, (s, t) in enumerate(batch):
        source[i, : len(s)] = torch.tensor(s)
        before[i, : len(t) + 1] = torch.tensor([vocabulary.END, language, *t[:-1]])
        after[i, 1 : len(t) + 1] = torch.tensor(t)
    return source, source != vocabulary.PAD, before, after


def update(model: Translator, optimiser: torch.optim.Optimizer, batch, language: int, since: float) -> list[float]:
    """Mean loss, tokens and seconds of processor time since `since`, of one process."""
    source, mask, before, after = tensors(batch, language)
    kept = after != -100
    with mixed_precision():
        logits = model.decoder.logits(model(source, mask, before)[kept])
    loss = F.cross_entropy(logits.float(), after[kept], label_smoothing=SMOOTHING)
    loss.backward()
    counted = share_gradients(model.parameters(), torch.tensor([loss.item(), float(kept.sum()), time.process_time() - since]))
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()
    optimiser.zero_grad(set_to_none=True)
    return counted.tolist()


def rate_at(step: int, left: float) -> float:
    """Warm-up, then even; over the last fifth of the time down to nothing."""
    return min(1.0, (step + 1) / WARM_UP, max(0.02, left / 0.2))


def save(path: Path, state: dict) -> None:
    partial = path.with_suffix(".part")
    torch.save(state, partial)
    os.replace(partial, path)


def keep_state(path: Path, model: Translator, optimiser: torch.optim.Optimizer, average: dict, state: dict) -> None:
    save(path, {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "average": average, "state": state, "shape": model.shape})


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with parallel/, lexicon/, somali/")
    parser.add_argument("--work", type=Path, required=True, help="checkpoints; a run goes on from there")
    parser.add_argument("--e5", type=Path, required=True)
    parser.add_argument("--whisper", type=Path, required=True, help="folder with model.bin and tokenizer.json")
    parser.add_argument("--kind", choices=["whisper", "fresh", "scratch"], default="whisper")
    parser.add_argument("--hours", type=float, default=12.0, help="of processor time, all sessions together")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--adapter-rank", type=int, default=0, help="0 trains all weights")
    parser.add_argument("--rate", type=float, default=1.0, help="times the learning rates; a short run on finished weights wants less")
    return parser.parse_args()


def main() -> None:
    options = parse()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    rank, processes = join_processes()
    train, held = texts.load(options.data)
    words = vocabulary.load(options.work)
    encoder = vocabulary.TargetEncoder(Tokenizer.from_file(str(options.whisper / "tokenizer.json")), words)
    mixture = Mixture(train, texts.load_lexicon(options.data))
    model = build(options.kind, words, options)
    print(json.dumps({k: len(v) for k, v in train.items()}), sum(p.numel() for p in model.parameters()) / 1e6, "M", flush=True)
    path = options.work / f"{options.kind}.pt"
    if options.adapter_rank:
        begun, path = path, options.work / "adapted.pt"
        if not path.exists():
            model.load_state_dict(torch.load(begun, weights_only=False)["average"])
        model.add_adapters(options.adapter_rank)
    optimiser = torch.optim.AdamW(groups(model, options.kind, options.rate), betas=(0.9, 0.98), weight_decay=0.02, fused=True)
    average = {n: p.detach().clone() for n, p in model.named_parameters() if p.requires_grad}
    state = {"step": 0, "seconds": 0.0, "tokens": 0, "epoch": 0, "batch": 0}
    if path.exists():
        kept = torch.load(path, weights_only=False)
        model.load_state_dict(kept["model"])
        # One made from the shipped files averages what stays as it is, too.
        average, state = {n: kept["average"][n] for n in average}, state | kept["state"]
        # One made from the shipped files has none.
        if kept["optimiser"]:
            peaks = [group["peak"] for group in optimiser.param_groups]
            optimiser.load_state_dict(kept["optimiser"])
            for group, peak in zip(optimiser.param_groups, peaks, strict=True):
                group["peak"] = peak
    run(options, model, optimiser, average, state, lambda n: batches(mixture.epoch(n), words, encoder, random.Random(n)), words, path, rank, processes)


def run(options, model, optimiser, average, state, epoch, words, path, rank, processes) -> None:
    budget = options.hours * 3600
    # Each drops other states.
    random.seed(rank)
    model.train()
    began = time.process_time()
    total = 0.0
    while True:
        rows = epoch(state["epoch"])
        for at in range(state["batch"] + rank, len(rows) - processes + rank + 1, processes):
            if state["seconds"] > budget:
                if rank == 0:
                    keep_state(path, model, optimiser, average, state)
                return
            for group in optimiser.param_groups:
                group["lr"] = group["peak"] * rate_at(state["step"], 1 - state["seconds"] / budget)
            loss, count, seconds = update(model, optimiser, rows[at], words.target_language, began)
            began += seconds
            state["step"] += 1
            state["batch"] += processes
            state["tokens"] += round(count * processes)
            state["seconds"] += seconds * processes
            total += loss
            keep = min(AVERAGE, (state["step"] + 1) / (state["step"] + 10))
            with torch.no_grad():
                torch._foreach_lerp_(list(average.values()), [p.detach() for p in model.parameters() if p.requires_grad], 1 - keep)
            if rank:
                continue
            if state["step"] % REPORT_EVERY == 0:
                hours, speed = state["seconds"] / 3600, state["tokens"] / state["seconds"]
                print(f"step {state['step']} epoch {state['epoch']} hours {hours:.2f} loss {total / REPORT_EVERY:.3f} tokens/s {speed:.0f}", flush=True)
                total = 0.0
            if state["step"] % SAVE_EVERY == 0:
                keep_state(path, model, optimiser, average, state)
        state["epoch"] += 1
        state["batch"] = 0


if __name__ == "__main__":
    main()
