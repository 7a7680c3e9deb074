"""Train the starter recogniser from an empty folder, or go on where the last run stopped.

    python -m recogniser all --work DIR [--minutes 60] [--seed 1]

`all` runs `render` (in a process of its own) beside `train`, then `export` and `evaluate`.
"""

import argparse
import multiprocessing
import os
import time
from pathlib import Path

os.environ.setdefault("KMP_BLOCKTIME", "0")
os.environ.setdefault("GOMP_SPINCOUNT", "0")

FIRST_SHARDS = 3


def render_shards(folder: Path, count: int, seed: int) -> None:
    """Make the shards that are not there yet, in order."""
    import torch

    from .dev import shard_path
    from .shards import make_shard

    torch.set_num_threads(1)
    (folder / "shards").mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = shard_path(folder, number)
        if not path.exists():
            started = time.monotonic()
            seconds = make_shard(path, number, seed)
            print(f"{path.name}: {seconds:.0f} s of audio in {time.monotonic() - started:.0f} s", flush=True)


def train(folder: Path, minutes: float, seed: int, threads: int) -> None:
    """Train for `minutes` of wall-clock time, counted over all runs in this folder."""
    import torch

    from .dev import make_dev_clips
    from .train import Trainer

    torch.set_num_threads(threads)
    while len(list((folder / "shards").glob("train-????.npz"))) < FIRST_SHARDS:
        time.sleep(1)
    Trainer(folder, minutes * 60, seed).run(make_dev_clips(seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=["all", "render", "train"])
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    if options.stage == "render":
        render_shards(options.work, options.shards, options.seed)
    if options.stage == "all":
        renderer = multiprocessing.Process(target=render_shards, args=(options.work, options.shards, options.seed))
        renderer.start()
    if options.stage in ("all", "train"):
        train(options.work, options.minutes, options.seed, options.threads)


if __name__ == "__main__":
    main()
