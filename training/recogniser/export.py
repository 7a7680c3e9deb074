"""PyTorch weights to an int8 ONNX file with the full model's signature, checked against PyTorch."""

import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from .model import Exported, Recogniser
from .tokens import TOKENS, write_tokens

OPSET = 17
MAX_BYTES = 10_000_000
METADATA = {
    "vocab_size": str(len(TOKENS)),
    "model_type": "starter-somali-ctc",
    "version": "1",
    "sample_rate": "16000",
    "comment": "Somali CTC, raw logits, 20 ms frames, blank 0; trained on synthetic speech",
}


def load_average(folder: Path) -> Recogniser:
    """The averaged weights of a training folder's checkpoint."""
    state = torch.load(folder / "checkpoint.pt", weights_only=True)
    recogniser = Recogniser()
    recogniser.load_state_dict(state["average"])
    return recogniser.eval()


def write_onnx(model: Exported, path: Path) -> None:
    """Float32 graph `x` -> `logits`, any length of at least 400 samples."""
    example = torch.randn(1, 48_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model, (example,), str(path), dynamo=False, opset_version=OPSET,
            input_names=["x"], output_names=["logits"],
            dynamic_axes={"x": {0: "N", 1: "num_samples"}, "logits": {0: "N", 1: "num_frames"}},
        )  # fmt: skip


def quantise(source: Path, target: Path) -> None:
    """8-bit weights for every trained matrix product; the fixed mel filters stay exact."""
    graph = onnx.load(str(source)).graph
    fixed = [node.name for node in graph.node if node.op_type == "MatMul" and "frontend" in node.name]
    quantize_dynamic(
        str(source), str(target), op_types_to_quantize=["MatMul"], per_channel=True,
        weight_type=QuantType.QUInt8, nodes_to_exclude=fixed,
    )  # fmt: skip
    model = onnx.load(str(target))
    for key, value in METADATA.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(target))


def open_session(path: Path, threads: int = 1) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def largest_difference(model: Exported, path: Path) -> float:
    """Largest logit difference between PyTorch and an ONNX file over several lengths."""
    session = open_session(path)
    worst = 0.0
    for samples in (400, 6_400, 48_037, 400_000):
        x = torch.randn(1, samples, generator=torch.Generator().manual_seed(samples))
        with torch.inference_mode():
            want = model(x).numpy()
        got = session.run(None, {"x": x.numpy()})[0]
        if got.shape != want.shape:
            raise RuntimeError(f"{path.name}: {got.shape} frames instead of {want.shape} for {samples} samples")
        worst = max(worst, float(np.abs(got - want).max()))
    return worst


def export(folder: Path, target: Path) -> dict[str, float]:
    """Write model.int8.onnx and tokens.txt to `target`; returns size and parity figures."""
    target.mkdir(parents=True, exist_ok=True)
    model = Exported(load_average(folder)).eval()
    plain, small = folder / "model.onnx", target / "model.int8.onnx"
    write_onnx(model, plain)
    quantise(plain, small)
    write_tokens(target / "tokens.txt")
    exact = largest_difference(model, plain)
    if exact > 1e-2:
        raise RuntimeError(f"the exported graph differs from PyTorch by {exact:.4f}")
    size = small.stat().st_size
    if size > MAX_BYTES:
        raise RuntimeError(f"{small} has {size} bytes, more than {MAX_BYTES}")
    return {"bytes": size, "float_difference": exact, "int8_difference": largest_difference(model, small)}
