"""Fits the head that tells Somali from other languages, on the frozen encoder of a trained recogniser.

    python -m language.head --run DIR --clips DIR --other DIR      # writes DIR/language.pt into --run

Logistic regression on what two layers of the encoder make of a clip, averaged over its frames. Somali of all training
synthesisers against other languages of the same synthesisers, so that only the language tells them apart.
"""

import argparse
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from recogniser.batches import record
from recogniser.export import load_average
from recogniser.frontend import Frontend
from recogniser.model import LanguageHead, Recogniser
from synthesis.clip import SAMPLE_RATE_HZ, Clip, load_clips

EACH, PENALTY, STEPS = 900, 2e-3, 300
LONGEST_SECONDS = 8


@torch.no_grad()
def measure(recogniser: Recogniser, clips: list[Clip], rng: random.Random | None) -> torch.Tensor:
    """[clips, features]; with `rng` half the clips sound recorded."""
    frontend, head, rows = Frontend(), LanguageHead(), []
    fast = recogniser.encoder.bfloat16()
    for clip in clips:
        samples = clip.samples[: LONGEST_SECONDS * SAMPLE_RATE_HZ]
        if rng is not None and rng.random() < 0.5:
            samples = record(Clip(samples, clip.text, clip.voice), [], rng)
        mel = frontend.measure(torch.from_numpy(np.ascontiguousarray(samples, np.float32))[None])
        rows.append(head.pool(*fast.both(mel.bfloat16()))[0].float())
    return torch.stack(rows)


def fit(somali: torch.Tensor, other: torch.Tensor) -> LanguageHead:
    """The head with the least logistic loss and a penalty on its weights; features are scaled first."""
    features = torch.cat([somali, other])
    labels = torch.cat([torch.ones(len(somali)), torch.zeros(len(other))])
    mean, scale = features.mean(0), features.std(0) + 1e-3
    scaled = (features - mean) / scale
    linear = nn.Linear(features.shape[1], 1)
    optimiser = torch.optim.LBFGS(linear.parameters(), max_iter=STEPS, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = F.binary_cross_entropy_with_logits(linear(scaled)[:, 0], labels) + PENALTY * (linear.weight**2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    head = LanguageHead()
    with torch.no_grad():
        head.linear.weight.copy_(linear.weight / scale)
        head.linear.bias.copy_(linear.bias - (linear.weight * mean / scale).sum())
    return head


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("run", "clips", "other"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rng = random.Random(5)
    recogniser = load_average(options.run)
    spoken = [clip for name in ("espeak", "kokoro", "kokoro", "kal", "ked") for path in sorted(options.clips.glob(f"{name}-train-*.npz"))[:8] for clip in load_clips(path)]
    somali = rng.sample([clip for clip in spoken if len(clip.samples) > SAMPLE_RATE_HZ], EACH)
    other = rng.sample(load_clips(options.other / "other-train.npz"), EACH)
    head = fit(measure(recogniser, somali, rng), measure(recogniser, other, rng))
    torch.save(head.state_dict(), options.run / "language.pt")
    for path in [*sorted(options.clips.glob("*-dev-0000.npz")), *sorted(options.other.glob("*test*.npz"))]:
        scores = head.linear(measure(recogniser, load_clips(path)[:100], None))[:, 0].sigmoid().detach()
        shares = " ".join(f"<{edge}: {(scores < edge).float().mean():.2f}" for edge in (0.02, 0.1, 0.3, 0.5))
        print(f"{path.stem}: mean {scores.mean():.3f}, {shares}")


if __name__ == "__main__":
    main()
