"""PyTorch weights to an int8 ONNX file with the full model's signature, checked against PyTorch."""

import math
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnx.numpy_helper
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from adapters import shrink_adapters

from .model import Exported, LanguageHead, Recogniser
from .tokens import IDS, TOKENS, write_tokens

OPSET = 17
MAX_BYTES = 26_000_000
METADATA = {
    "vocab_size": str(len(TOKENS)),
    "model_type": "starter-somali-ctc",
    "version": "2",
    "sample_rate": "16000",
    "comment": "Somali CTC on the encoder of OpenAI Whisper base (MIT), raw logits, 20 ms frames, blank 0; trained on synthetic speech",
}


# Voices without x and c, and neural ones that were given them late, spoke many of the training clips: the network has met these
# two 0.7 times as often as text has them. Their log odds are raised by what is missing.
PRIOR = {letter: -math.log(0.7) for letter in "xc"}


def load_average(folder: Path) -> Recogniser:
    """The averaged weights of a training folder's checkpoint."""
    state = torch.load(folder / "checkpoint.pt", weights_only=True)
    recogniser = Recogniser()
    recogniser.load(state["average"])
    with torch.no_grad():
        for letter, raised in PRIOR.items():
            recogniser.letters.bias[IDS[letter]] += raised
    return recogniser.eval()


def load_language(folder: Path) -> LanguageHead:
    """The head that `language.head` fitted."""
    head = LanguageHead()
    head.load_state_dict(torch.load(folder / "language.pt", weights_only=True))
    return head.eval()


def write_onnx(model: Exported, path: Path) -> None:
    """Float32 graph `x` -> `logits` and `somali`, any length of at least 400 samples."""
    example = torch.randn(1, 48_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model, (example,), str(path), dynamo=False, opset_version=OPSET,
            input_names=["x"], output_names=["logits", "somali"],
            dynamic_axes={"x": {0: "N", 1: "num_samples"}, "logits": {0: "N", 1: "num_frames"}},
        )  # fmt: skip


def quantise(source: Path, target: Path) -> None:
    """8-bit weights for every matrix product of a layer; mel filters and the head stay exact, convolutions are kept in 16 bits, adapters in 8."""
    graph = onnx.load(str(source)).graph
    weights = {entry.name for entry in graph.initializer}
    fixed = [
        node.name for node in graph.node
        if node.op_type == "MatMul"
        and ("layers" not in node.name or not weights & set(node.input) or node.input[1].endswith((".down", ".up")))
    ]  # fmt: skip
    quantize_dynamic(
        str(source), str(target), op_types_to_quantize=["MatMul"], per_channel=True,
        weight_type=QuantType.QInt8, nodes_to_exclude=fixed,
    )  # fmt: skip
    model = onnx.load(str(target))
    shrink_adapters(model.graph)
    halve_convolutions(model)
    for key, value in METADATA.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(target))


def halve_convolutions(model: onnx.ModelProto) -> None:
    """Weights of the convolutions and the positions as float16 in the file, cast to float32 when it is loaded."""
    graph = model.graph
    for entry in list(graph.initializer):
        if entry.data_type != onnx.TensorProto.FLOAT or np.prod(entry.dims) < 50_000 or "frontend" in entry.name:
            continue
        small = onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(entry).astype(np.float16), entry.name + "_half")
        graph.initializer.remove(entry)
        graph.initializer.append(small)
        graph.node.insert(0, onnx.helper.make_node("Cast", [small.name], [entry.name], to=onnx.TensorProto.FLOAT))


def open_session(path: Path, threads: int = 1) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # As the product does (decision 080).
    options.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def largest_difference(model: Exported, path: Path) -> float:
    """Largest logit difference between PyTorch and an ONNX file over several lengths."""
    session = open_session(path)
    worst = 0.0
    for samples in (400, 6_400, 48_037, 400_000):
        x = torch.randn(1, samples, generator=torch.Generator().manual_seed(samples))
        with torch.inference_mode():
            want = model(x)[0].numpy()
        got = session.run(["logits"], {"x": x.numpy()})[0]
        if got.shape != want.shape:
            raise RuntimeError(f"{path.name}: {got.shape} frames instead of {want.shape} for {samples} samples")
        worst = max(worst, float(np.abs(got - want).max()))
    return worst


def export(folder: Path, target: Path) -> dict[str, float]:
    """Write model.int8.onnx and tokens.txt to `target`; returns size and parity figures."""
    target.mkdir(parents=True, exist_ok=True)
    model = Exported(load_average(folder), load_language(folder)).eval()
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
