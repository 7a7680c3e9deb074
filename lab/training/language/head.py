"""Fits the head that tells Somali from other languages, on the frozen encoder of a trained recogniser.

    python -m language.head --run DIR --clips DIR --other DIR      # writes DIR/language.pt into --run

A small network on what two layers of the encoder make of a clip, averaged over its frames. Somali of espeak-ng,
Kokoro and the diphones that train against other languages of the first two, so that the language tells them apart and
hardly the voice: the neural voices weigh a quarter of the other side, however few their clips are.
"""

import argparse
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from processes import ARITHMETIC
from recogniser.batches import record
from recogniser.export import load_average
from recogniser.frontend import Frontend
from recogniser.model import LanguageHead, Recogniser
from synthesis.clip import SAMPLE_RATE_HZ, Clip, load_clips
from synthesis.festival import VOICES

EACH, STEPS, BATCH, RATE, DECAY = 1800, 600, 128, 1e-3, 0.02
# Against answers too sure of themselves: noise on scaled features, and labels that are not quite 0 and 1.
NOISE, SMOOTHING = 0.3, 0.02
NATURAL_SHARE = 0.25
LONGEST_SECONDS = 6


@torch.no_grad()
def measure(recogniser: Recogniser, clips: list[Clip], rng: random.Random | None) -> torch.Tensor:
    """[clips, features]; with `rng` half the clips sound recorded."""
    frontend, head, rows = Frontend(), LanguageHead(), []
    fast = recogniser.encoder.to(ARITHMETIC)
    for clip in clips:
        samples = clip.samples[: LONGEST_SECONDS * SAMPLE_RATE_HZ]
        if rng is not None and rng.random() < 0.5:
            samples = record(Clip(samples, clip.text, clip.voice), [], rng)
        mel = frontend.measure(torch.from_numpy(np.ascontiguousarray(samples, np.float32))[None])
        rows.append(head.pool(*fast.both(mel.to(ARITHMETIC)))[0].float())
    return torch.stack(rows)


def fit(somali: torch.Tensor, other: torch.Tensor, natural: torch.Tensor) -> LanguageHead:
    """The head of the least logistic loss; features are scaled first, and the scale becomes part of its first layer."""
    torch.manual_seed(3)
    parts = ((somali, 1.0), (other, 1 - NATURAL_SHARE), (natural, NATURAL_SHARE))
    features = torch.cat([rows for rows, _ in parts])
    weights = torch.cat([torch.full((len(rows),), share / max(1, len(rows))) for rows, share in parts])
    labels = torch.cat([torch.ones(len(somali)), torch.zeros(len(other) + len(natural))]) * (1 - 2 * SMOOTHING) + SMOOTHING
    mean, scale = features.mean(0), features.std(0) + 1e-3
    head = LanguageHead()
    optimiser = torch.optim.AdamW(head.parameters(), RATE, weight_decay=DECAY)
    for _ in range(STEPS):
        drawn = torch.multinomial(weights, BATCH, replacement=True)
        scaled = (features[drawn] - mean) / scale
        loss = F.binary_cross_entropy_with_logits(head.net(scaled + NOISE * torch.randn_like(scaled))[:, 0], labels[drawn])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    first = head.net[1]
    with torch.no_grad():
        first.bias -= first.weight @ (mean / scale)
        first.weight /= scale
    return head.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("run", "clips", "other"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rng = random.Random(5)
    recogniser = load_average(options.run)
    spoken = load_all(options.clips, "kokoro"), load_all(options.clips, "espeak"), load_all(options.clips, *VOICES)
    somali = [clip for clips, share in zip(spoken, (0.35, 0.4, 0.25), strict=True) for clip in rng.sample(clips, min(len(clips), round(share * EACH)))]
    other = load_clips(options.other / "other-train.npz")
    head = fit(
        measure(recogniser, somali, rng),
        measure(recogniser, rng.sample(other, min(len(other), EACH)), rng),
        measure(recogniser, load_all(options.other, "natural"), rng),
    )
    torch.save(head.state_dict(), options.run / "language.pt")
    for path in [*sorted(options.clips.glob("*-dev-0000.npz")), *sorted(options.other.glob("*test*.npz"))]:
        with torch.no_grad():
            scores = head.net(measure(recogniser, load_clips(path)[:100], None))[:, 0].sort().values
        shown = " ".join(f"{share:.1%}: {scores[int(share * (len(scores) - 1))]:.1f}" for share in (0.005, 0.02, 0.05, 0.1, 0.5, 0.9, 1))
        print(f"{path.stem}: log odds at {shown}")


def load_all(folder: Path, *names: str) -> list[Clip]:
    """Training clips of synthesisers, of a second and more."""
    paths = sorted(path for name in names for path in folder.glob(f"{name}-train-*.npz"))
    return [clip for path in paths for clip in load_clips(path) if len(clip.samples) > SAMPLE_RATE_HZ]


if __name__ == "__main__":
    main()
