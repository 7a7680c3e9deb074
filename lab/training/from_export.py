"""PyTorch weights out of exported ONNX files, so that training can go on where only the shipped files are left.

    python -m from_export recogniser --work DIR      # DIR/run/start.pt, which `python -m recogniser train` begins from
    python -m from_export translator --work DIR      # DIR/whisper.pt and adapted.pt, checkpoints without a state of the
                                                     # optimiser: all weights in one, adapters apart in the other

A fresh network is exported in the same way; equal values tell which of its tensors is which parameter, and equal names
which tensor of the shipped file that is. What 8-bit rounding took is not got back.
"""

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from torch import nn

STARTER = Path(__file__).parents[2] / "models" / "starter"


def read_tensors(path: Path) -> dict[str, np.ndarray]:
    """All weights of a file as float32, by the names they had before they were made small."""
    raw = {entry.name: onnx.numpy_helper.to_array(entry) for entry in onnx.load(str(path)).graph.initializer}
    tensors = {}
    for name, value in raw.items():
        stem = name.removesuffix("_quantized").removesuffix("_half")
        if name.endswith("_quantized"):
            scale, zero = raw[f"{stem}_scale"], raw[f"{stem}_zero_point"]
            tensors[stem] = ((value.astype(np.float32) - zero.astype(np.float32)) * scale).astype(np.float32)
        elif name.endswith("_rows"):
            stem = name.removesuffix("_rows")
            tensors[stem] = value.astype(np.float32) * raw[f"{stem}_scales"]
        elif name == "words":
            tensors[name] = value.astype(np.float32) * raw["word_scales"]
        elif name.endswith("_half") or value.dtype == np.float32:
            tensors[stem] = value.astype(np.float32)
    return tensors


@torch.no_grad()
def load_exported(model: nn.Module, fresh: Path, shipped: Path) -> set[str]:
    """Fill `model` from `shipped`; `fresh` is `model` exported as it is now. Returns the parameters that were found."""
    now, kept = read_tensors(fresh), read_tensors(shipped)
    found = set()
    for name, parameter in [*model.named_parameters(), *model.named_buffers()]:
        value = parameter.detach().numpy()
        same = (tensor for tensor in now if np.array_equal(now[tensor], value) or np.array_equal(now[tensor], value.T))
        tensor = next((tensor for tensor in same if tensor in kept), None)
        if tensor is None:
            continue
        # The exporter turns a layer's weights over, and the quantiser those of a layer with an offset.
        turned = np.array_equal(now[tensor], value) != (kept[tensor].shape == now[tensor].shape)
        parameter.copy_(torch.from_numpy(np.array(kept[tensor].T if turned else kept[tensor])))
        found.add(name)
    return found


@torch.no_grad()
def stir(model: nn.Module) -> None:
    """No two parameters alike, so that each is told from the others by its values."""
    torch.manual_seed(0)
    for parameter in model.parameters():
        parameter.add_(torch.randn_like(parameter) * 1e-2)


def require_all(model: nn.Module, found: set[str]) -> None:
    missing = {name for name, _ in model.named_parameters()} - found
    if missing:
        raise RuntimeError(f"the shipped file is of another shape: it has no {', '.join(sorted(missing))}")


def start_recogniser(work: Path) -> None:
    from recogniser.export import PRIOR, write_onnx
    from recogniser.model import Exported, LanguageHead, Recogniser
    from recogniser.tokens import IDS

    shipped = STARTER / "recogniser" / "model.int8.onnx"
    rank = next((value.shape[1] for name, value in read_tensors(shipped).items() if name.endswith(".down")), 0)
    recogniser = Recogniser()
    if rank:
        recogniser.add_adapters(rank)
    model = Exported(recogniser, LanguageHead()).eval()
    stir(model)
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "fresh.onnx"
        write_onnx(model, fresh)
        require_all(model, load_exported(model, fresh, shipped))
    with torch.no_grad():
        for letter, raised in PRIOR.items():
            model.recogniser.letters.bias[IDS[letter]] -= raised
    (work / "run").mkdir(parents=True, exist_ok=True)
    torch.save(model.recogniser.state_dict(), work / "run" / "start.pt")


def start_translator(work: Path) -> None:
    from adapters import fold_adapters
    from translator.export import DECODER, ENCODER, MAX_SOURCE, export_float
    from translator.network import Translator

    shipped = STARTER / "translator"
    tables = {"encoder": read_tensors(shipped / ENCODER), "decoder": read_tensors(shipped / DECODER)}
    config = json.loads((shipped / "config.json").read_text())
    vocabulary = json.loads((shipped / "vocabulary.json").read_text())
    sources, targets = len(vocabulary["sourceIds"]), len(vocabulary["targetIds"])
    rank = tables["decoder"]["words.down"].shape[1] if "words.down" in tables["decoder"] else 0
    model = Translator(sources, targets, config["d_model"], config["decoder_attention_heads"], config["decoder_layers"], rank).eval()
    stir(model)
    positions = model.encoder.positions
    model.encoder.positions = nn.Parameter(positions[:MAX_SOURCE].detach().clone())
    with tempfile.TemporaryDirectory() as folder:
        fresh = export_float(model, Path(folder))
        found = load_exported(model, fresh[0], shipped / ENCODER) | load_exported(model, fresh[1], shipped / DECODER)
    # What the exporter leaves out, since it stands before and behind the float graphs.
    given = {"words.kept.weight" if rank else "words.weight": "words", "words.down": "words.down", "words.up": "words.up", "bias": "logit_bias"}
    with torch.no_grad():
        for side, table in tables.items():
            for name, parameter in getattr(model, side).named_parameters():
                if name in given:
                    parameter.copy_(torch.from_numpy(np.array(table[given[name]])))
                    found.add(f"{side}.{name}")
        require_all(model, found)
        # Positions that no sentence reaches were left out of the file.
        longer = nn.Parameter(positions.detach().clone())
        longer[:MAX_SOURCE] = model.encoder.positions
        model.encoder.positions = longer
    work.mkdir(parents=True, exist_ok=True)
    if rank:
        save_checkpoint(work / "adapted.pt", model.state_dict(), model.shape)
    plain = {name: size for name, size in model.shape.items() if name != "adapter_rank"}
    save_checkpoint(work / "whisper.pt", fold_adapters(model.state_dict()), plain)


def save_checkpoint(path: Path, weights: dict[str, torch.Tensor], shape: dict[str, int]) -> None:
    torch.save({"model": weights, "average": weights, "optimiser": None, "state": {}, "shape": shape}, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=("recogniser", "translator"))
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    {"recogniser": start_recogniser, "translator": start_translator}[options.model](options.work)


if __name__ == "__main__":
    main()
