"""Writes the trained network as a folder in the layout of the NLLB exports, as two int8 ONNX graphs.

`onnx/encoder_model_quantized.onnx`: `input_ids` int64 [1, S], `attention_mask` int64 [1, S] to
`present.N.encoder.key|value` float32 [1, heads, S, size]: the decoder's keys and values of the source.
`onnx/decoder_model_merged_quantized.onnx`: one step. `input_ids` int64 [B, 1], `encoder_attention_mask` int64 [B, S],
`past_key_values.N.decoder|encoder.key|value` to `logits` float32 [B, 1, targets] and `present.N.decoder.key|value`.
Tokens are numbers of the two lists in `vocabulary.json`; each word table is stored once, int8 with a scale a row, and so
are adapters. The matrices beside them come out byte for byte as they were.

    python -m translator.export --work DIR --checkpoint DIR/whisper.pt --out ../../models/starter/translator
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from adapters import insert_first, quantise_rows, shrink_adapters, store_rows

from .network import MAX_TARGET, AdaptedWords, Translator, pad_mask
from .vocabulary import END, PAD, SOURCE_LANGUAGE, TARGET_LANGUAGE

OPSET = 17
MAX_SOURCE = 164
ENCODER, DECODER = "onnx/encoder_model_quantized.onnx", "onnx/decoder_model_merged_quantized.onnx"


class EncoderGraph(nn.Module):
    """Everything behind the word table: embedded source to the decoder's keys and values."""

    def __init__(self, model: Translator) -> None:
        super().__init__()
        self.model = model

    def forward(self, embedded: Tensor, attention_mask: Tensor) -> list[Tensor]:
        encoder = self.model.encoder
        mask = pad_mask(attention_mask > 0)
        x = encoder.norm(embedded + encoder.positions[: embedded.shape[1]])
        for layer in encoder.layers:
            x = layer(x, mask)
        x = encoder.bridge_norm(encoder.bridge(x))
        return [part for layer in self.model.decoder.layers for part in layer.cross(x)]


class DecoderGraph(nn.Module):
    """One step between the word table and the logits."""

    def __init__(self, model: Translator) -> None:
        super().__init__()
        self.decoder = model.decoder

    def forward(self, embedded: Tensor, mask: Tensor, *past: Tensor) -> list[Tensor]:
        at = past[0].shape[2]
        x = embedded + self.decoder.positions[at : at + 1]
        added = pad_mask(mask > 0)
        present: list[Tensor] = []
        for i, layer in enumerate(self.decoder.layers):
            own_k, own_v, source_k, source_v = past[4 * i : 4 * i + 4]
            x, kept = layer(x, (own_k, own_v), (source_k, source_v), (None, added))
            present += kept
        return [self.decoder.norm(x), *present]


def cache_names(layers: int, prefix: str, sides: tuple[str, ...]) -> list[str]:
    return [f"{prefix}.{i}.{side}.{part}" for i in range(layers) for side in sides for part in ("key", "value")]


def export_float(model: Translator, folder: Path) -> tuple[Path, Path]:
    """Both cores in float32, in PyTorch's plain exporter."""
    shape, layers = model.shape, model.shape["layers"]
    size = shape["width"] // shape["heads"]
    encoder, decoder = folder / "encoder.onnx", folder / "decoder.onnx"
    presents = cache_names(layers, "present", ("encoder",))
    torch.onnx.export(
        EncoderGraph(model), (torch.randn(1, 7, 384), torch.ones(1, 7, dtype=torch.int64)), str(encoder), dynamo=False,
        opset_version=OPSET, input_names=["embedded", "attention_mask"], output_names=presents,
        dynamic_axes={"embedded": {0: "batch", 1: "source"}, "attention_mask": {0: "batch", 1: "source"}} | {n: {0: "batch", 2: "source"} for n in presents},
    )  # fmt: skip
    own = torch.randn(2, shape["heads"], 3, size)
    source = torch.randn(2, shape["heads"], 7, size)
    past = cache_names(layers, "past_key_values", ("decoder", "encoder"))
    out = cache_names(layers, "present", ("decoder",))
    axes = {n: {0: "batch", 2: "past" if ".decoder." in n else "source"} for n in past}
    axes |= {n: {0: "batch", 2: "now"} for n in out} | {"embedded": {0: "batch"}, "states": {0: "batch"}}
    torch.onnx.export(
        DecoderGraph(model), (torch.randn(2, 1, shape["width"]), torch.ones(2, 7, dtype=torch.int64), *[own, own, source, source] * layers), str(decoder),
        dynamo=False, opset_version=OPSET, input_names=["embedded", "encoder_attention_mask", *past], output_names=["states", *out],
        dynamic_axes=axes | {"encoder_attention_mask": {0: "batch", 1: "source"}},
    )  # fmt: skip
    return encoder, decoder


def add_words(graph: onnx.GraphProto, words: nn.Module) -> None:
    """`input_ids` in place of `embedded`, through an int8 word table."""
    is_adapted = isinstance(words, AdaptedWords)
    rows, scales = quantise_rows((words.kept if is_adapted else words).weight.detach().numpy())
    graph.initializer.extend([numpy_helper.from_array(rows, "words"), numpy_helper.from_array(scales[:, None], "word_scales")])
    nodes = [
        helper.make_node("Gather", ["words", "input_ids"], ["word_rows"]),
        helper.make_node("Cast", ["word_rows"], ["word_floats"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["word_scales", "input_ids"], ["row_scales"]),
        helper.make_node("Mul", ["word_floats", "row_scales"], ["kept_words" if is_adapted else "embedded"]),
    ]
    if is_adapted:
        nodes += store_rows(graph, "words.down", words.down.detach().numpy())
        nodes += store_rows(graph, "words.up", words.up.detach().numpy())
        nodes += [
            helper.make_node("Gather", ["words.down", "input_ids"], ["word_downs"]),
            helper.make_node("MatMul", ["word_downs", "words.up"], ["added_words"]),
            helper.make_node("Add", ["kept_words", "added_words"], ["embedded"]),
        ]
    insert_first(graph, nodes)
    given = next(i for i in graph.input if i.name == "embedded")
    graph.input.remove(given)
    axes = [d.dim_param or d.dim_value for d in given.type.tensor_type.shape.dim][:2]
    graph.input.insert(0, helper.make_tensor_value_info("input_ids", TensorProto.INT64, axes))


def add_logits(graph: onnx.GraphProto, words: nn.Module, bias: np.ndarray) -> None:
    """`logits` from `states` by the same int8 table."""
    is_adapted = isinstance(words, AdaptedWords)
    scales = next(numpy_helper.to_array(i) for i in graph.initializer if i.name == "word_scales")[:, 0]
    graph.initializer.extend([numpy_helper.from_array(scales, "logit_scales"), numpy_helper.from_array(bias, "logit_bias")])
    graph.node.extend(
        [
            helper.make_node("Transpose", ["words"], ["word_columns"], perm=[1, 0]),
            helper.make_node("DynamicQuantizeLinear", ["states"], ["state_bytes", "state_scale", "state_zero"]),
            helper.make_node("MatMulInteger", ["state_bytes", "word_columns", "state_zero"], ["logit_sums"]),
            helper.make_node("Cast", ["logit_sums"], ["logit_floats"], to=TensorProto.FLOAT),
            helper.make_node("Mul", ["state_scale", "logit_scales"], ["logit_factors"]),
            helper.make_node("Mul", ["logit_floats", "logit_factors"], ["logits_unbiased"]),
            helper.make_node("Add", ["logits_unbiased", "logit_bias"], ["kept_logits" if is_adapted else "logits"]),
        ]
    )
    if is_adapted:
        graph.node.extend(
            [
                helper.make_node("Transpose", ["words.up"], ["words.up_columns"], perm=[1, 0]),
                helper.make_node("Transpose", ["words.down"], ["words.down_columns"], perm=[1, 0]),
                helper.make_node("MatMul", ["states", "words.up_columns"], ["states_down"]),
                helper.make_node("MatMul", ["states_down", "words.down_columns"], ["added_logits"]),
                helper.make_node("Add", ["kept_logits", "added_logits"], ["logits"]),
            ]
        )
    states = next(o for o in graph.output if o.name == "states")
    graph.output.remove(states)
    graph.output.insert(0, helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1, len(bias)]))


def quantise(source: Path, target: Path) -> onnx.ModelProto:
    adapters = [n.name for n in onnx.load(source).graph.node if n.op_type == "MatMul" and n.input[1].endswith((".down", ".up"))]
    quantize_dynamic(
        source, target, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul"], nodes_to_exclude=adapters,
        extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    model = onnx.load(target)
    shrink_adapters(model.graph)
    return model


def write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=None if "vocabulary" in path.name else 2) + "\n", encoding="utf-8")


def describe(model: Translator, out: Path) -> None:
    shape = model.shape
    write_json(out / "config.json", {
        "model_type": "m2m_100", "d_model": shape["width"], "decoder_attention_heads": shape["heads"], "decoder_layers": shape["layers"],
        "encoder_layers": len(model.encoder.layers), "vocab_size": shape["targets"], "max_position_embeddings": MAX_TARGET,
        "pad_token_id": PAD, "eos_token_id": END, "decoder_start_token_id": END,
    })  # fmt: skip
    write_json(out / "generation_config.json", {"decoder_start_token_id": END, "eos_token_id": END, "pad_token_id": PAD})
    write_json(out / "tokenizer_config.json", {
        "src_lang": SOURCE_LANGUAGE, "tgt_lang": TARGET_LANGUAGE, "additional_special_tokens": [TARGET_LANGUAGE, SOURCE_LANGUAGE],
        "bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>", "tokenizer_class": "NllbTokenizer",
        "clean_up_tokenization_spaces": False, "model_max_length": MAX_TARGET,
    })  # fmt: skip


def load_model(checkpoint: Path) -> Translator:
    """The averaged weights of a run."""
    kept = torch.load(checkpoint, weights_only=False)
    model = Translator(**kept["shape"])
    model.load_state_dict(kept["model"])
    model.load_state_dict(kept["average"], strict=False)
    return model.eval()


def export(model: Translator, work: Path, out: Path) -> None:
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    # Longer sources are cut before they come here; the rest of e5's 512 positions would be dead weight.
    model.encoder.positions = nn.Parameter(model.encoder.positions[:MAX_SOURCE].detach())
    with tempfile.TemporaryDirectory() as temporary:
        encoder, decoder = export_float(model, Path(temporary))
        graph = quantise(encoder, out / ENCODER)
        add_words(graph.graph, model.encoder.words)
        onnx.save(graph, out / ENCODER)
        graph = quantise(decoder, out / DECODER)
        add_words(graph.graph, model.decoder.words)
        add_logits(graph.graph, model.decoder.words, model.decoder.bias.detach().numpy())
        onnx.save(graph, out / DECODER)
    for name in ("tokenizer.json", "vocabulary.json"):
        shutil.copyfile(work / name, out / name)
    describe(model, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export(load_model(options.checkpoint), options.work, options.out)


if __name__ == "__main__":
    main()
