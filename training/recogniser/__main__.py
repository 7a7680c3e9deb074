"""Train the starter recogniser from an empty folder, or go on where the last run stopped.

    python -m recogniser all --work DIR [--minutes 60] [--seed 1]

`all` runs `render` (in a process of its own) beside `train`, then `export` and `evaluate`.
"""

import argparse
import json
import multiprocessing
import os
import time
from pathlib import Path

os.environ.setdefault("KMP_BLOCKTIME", "0")
os.environ.setdefault("GOMP_SPINCOUNT", "0")

FIRST_SHARDS = 3
MODELS = Path(__file__).parents[2] / "models" / "starter" / "recogniser"


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


def export(folder: Path, target: Path) -> None:
    """The checkpoint as int8 ONNX in `target`, and its figures in `folder`."""
    import torch

    from .export import export as export_model

    figures = export_model(folder, target)
    state = torch.load(folder / "checkpoint.pt", weights_only=True)
    run = state["progress"] | {"parameters": sum(weight.numel() for weight in state["average"].values())}
    (folder / "run.json").write_text(json.dumps(run, indent=2))
    (folder / "export.json").write_text(json.dumps(figures, indent=2))
    print(figures)


def evaluate(folder: Path, target: Path, foreign: list[Path]) -> None:
    """Scores of the exported file in `folder`/scores.json."""
    from .evaluate import evaluate as evaluate_model
    from .evaluate import open_session, score_folder

    figures = evaluate_model(target, 100)
    session = open_session(target / "model.int8.onnx")
    figures["foreign"] = {path.name: score_folder(session, path)[0] for path in foreign}
    (folder / "scores.json").write_text(json.dumps(figures, indent=2))
    print(json.dumps(figures, indent=2))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=["all", "render", "train", "export", "evaluate", "card"])
    parser.add_argument("--work", type=Path, required=True, help="folder for shards, checkpoints and figures")
    parser.add_argument("--minutes", type=float, default=60, help="wall-clock budget of training")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=36, help="of about 45 minutes of audio each")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--models", type=Path, default=MODELS, help="where the model, tokens and card go")
    foreign = "folder of recordings and a TSV, scored too"
    parser.add_argument("--foreign", type=Path, action="append", default=[], help=foreign)
    return parser.parse_args()


def main() -> None:
    options = read_options()
    stages = ["render", "train", "export", "evaluate", "card"]
    wanted = stages if options.stage == "all" else [options.stage]
    if options.stage == "all":
        arguments = (options.work, options.shards, options.seed)
        multiprocessing.Process(target=render_shards, args=arguments, daemon=True).start()
    elif "render" in wanted:
        render_shards(options.work, options.shards, options.seed)
    if "train" in wanted:
        train(options.work, options.minutes, options.seed, options.threads)
    if "export" in wanted:
        export(options.work, options.models)
    if "evaluate" in wanted:
        evaluate(options.work, options.models, options.foreign)
    if "card" in wanted:
        from .card import write_card

        write_card(options.work, options.models, options.seed, options.minutes)


if __name__ == "__main__":
    main()
