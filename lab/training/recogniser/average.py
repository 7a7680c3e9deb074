"""A point on the straight line between the weights a training began from and those it came to.

    python -m recogniser.average --run DIR [--share 0.6]      # DIR/start.pt and DIR/checkpoint.pt to DIR/averaged/checkpoint.pt

Voices that did not train are heard better there than at either end (the model's card has the figures; Wortsman et al.,
"Robust fine-tuning of zero-shot models", 2022). Choose the share on dev clips of synthesisers held out.
"""

import argparse
from pathlib import Path

import torch


def place(start: torch.Tensor | None, name: str, end: torch.Tensor, share: float) -> torch.Tensor:
    """So far from start to end; an adapter added nothing at the start."""
    if start is None:
        return end * share if name.endswith(".up") else end
    return torch.lerp(start, end, share)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.6, help="of the way: 0 is the start, 1 the end")
    options = parser.parse_args()
    start = torch.load(options.run / "start.pt", weights_only=True)
    state = torch.load(options.run / "checkpoint.pt", weights_only=True)
    state["average"] = {name: place(start.get(name), name, value, options.share) for name, value in state["average"].items()}
    (options.run / "averaged").mkdir(exist_ok=True)
    torch.save(state, options.run / "averaged" / "checkpoint.pt")


if __name__ == "__main__":
    main()
