"""Write a translator with random weights in the layout, and through the tools, of the published NLLB-200 export.

    python make_nllb.py OUT --shape tiny|small|full --text FILE...

The weights say nothing; the graphs are those of `transformers` → `optimum` → `quantize_dynamic`, with the settings of the
published files (branches of the merged decoder included). Needs `requirements.txt`; nobody needs it to run the product.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from pathlib import Path

import numpy as np
import onnx
import sentencepiece as spm
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from optimum.exporters.onnx import main_export
from transformers import M2M100Config, M2M100ForConditionalGeneration, NllbTokenizerFast

SHAPES = {
    "tiny": {"d_model": 32, "layers": 2, "heads": 4, "ffn": 64, "vocabulary": 900, "init": 0.3, "positions": 128},
    "small": {"d_model": 64, "layers": 2, "heads": 4, "ffn": 128, "vocabulary": 6_000, "init": 0.3},
    "full": {"d_model": 1024, "layers": 12, "heads": 16, "ffn": 4096, "vocabulary": 256_206, "init": 0.02},
}
LARGEST_EXPORTED = 12_000
# Written by people of other languages: what a translator into English never needs.
OTHER_SCRIPTS = (0x0430, 0x0620, 0x0915, 0x4E00, 0x10D0, 0x1200, 0xAC00)


def train_tokenizer(texts: list[Path], folder: Path, vocabulary: int, kind: str) -> NllbTokenizerFast:
    """A SentencePiece model of the given text, and the fast tokenizer that the published repository holds."""
    folder.mkdir(parents=True, exist_ok=True)
    spm.SentencePieceTrainer.train(
        input=[str(text) for text in texts],
        model_prefix=str(folder / "sentencepiece.bpe"),
        vocab_size=min(vocabulary, LARGEST_EXPORTED) - 210,
        model_type=kind,
        character_coverage=1.0,
        hard_vocab_limit=False,
        normalization_rule_name="nmt_nfkc",
        minloglevel=2,
    )
    tokenizer = NllbTokenizerFast(
        vocab_file=str(folder / "sentencepiece.bpe.model"), src_lang="som_Latn", tgt_lang="eng_Latn"
    )
    tokenizer.save_pretrained(folder)
    return tokenizer


def fill_vocabulary(folder: Path, size: int) -> None:
    """Adds made-up pieces until the vocabulary is as large as the published one: a quarter names, a quarter foreign words, the rest other scripts."""
    path = folder / "tokenizer.json"
    content = json.loads(path.read_text())
    pieces = content["model"]["vocab"]
    specials = content["added_tokens"]
    is_list = isinstance(pieces, list)
    first_language = min(token["id"] for token in specials if token["id"] > 3)
    missing = size - 2 - len(pieces) - sum(token["id"] >= len(pieces) for token in specials)
    letters = "abcdefghijklmnopqrstuvwxyz"
    for i in range(max(0, missing)):
        tail = "".join(letters[(i // 26**k) % 26] for k in range(4))
        other = OTHER_SCRIPTS[i % len(OTHER_SCRIPTS)]
        piece = f"\u2581{'qQ'[i // 2 % 2]}{tail}x" if i % 2 else "".join(chr(other + (i // 16**k) % 16) for k in range(5))
        if is_list:
            pieces.append([piece, -30.0])
        else:
            pieces[piece] = first_language + i
    for token in specials:
        if token["id"] >= first_language:
            token["id"] += max(0, missing)
    path.write_text(json.dumps(content, ensure_ascii=False))


def make_model(shape: dict, vocabulary: int, seed: int) -> M2M100ForConditionalGeneration:
    torch.manual_seed(seed)
    config = M2M100Config(
        vocab_size=vocabulary,
        d_model=shape["d_model"],
        encoder_layers=shape["layers"],
        decoder_layers=shape["layers"],
        encoder_attention_heads=shape["heads"],
        decoder_attention_heads=shape["heads"],
        encoder_ffn_dim=shape["ffn"],
        decoder_ffn_dim=shape["ffn"],
        max_position_embeddings=shape.get("positions", 1024),
        init_std=shape["init"],
        scale_embedding=True,
        decoder_start_token_id=2,
    )
    return M2M100ForConditionalGeneration(config).eval()


def tie_output_layer(path: Path) -> None:
    """The published decoder has one table: the output layer is the transposed embedding, in both branches."""
    model = onnx.load(path)
    tables = {tensor.name: tensor for tensor in model.graph.initializer}
    branch = next(node for node in model.graph.node if node.op_type == "If")
    for attribute in branch.attribute:
        nodes = attribute.g.node
        at, head = next((i, node) for i, node in enumerate(nodes) if "logits" in node.output)
        lookup = next(node for node in nodes if node.op_type == "Gather" and "embed_tokens" in node.name)
        if head.op_type != "MatMul" or head.input[1] not in tables:
            continue
        old, table = head.input[1], lookup.input[0]
        transposed = f"{table}_transposed_{attribute.g.name}"
        nodes.insert(at, onnx.helper.make_node("Transpose", [table], [transposed], name=transposed, perm=[1, 0]))
        head.input[1] = transposed
        if not tables[old].name.startswith("unused:"):
            tables[old].name = f"unused:{old}"
    for tensor in [tensor for tensor in model.graph.initializer if tensor.name.startswith("unused:")]:
        model.graph.initializer.remove(tensor)
    onnx.save(model, path)


def quantize(source: Path, target: Path) -> None:
    """As the published repository was quantised: every kind of node that can be, branches of the `If` included."""
    quantize_dynamic(
        source,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        extra_options={"EnableSubgraph": True},
    )


def widen_table(path: Path, size: int) -> None:
    """Gives the quantised table of tokens as many rows as the vocabulary has; the tools fail on floats of more than 2 GB."""
    model = onnx.load(path)
    table = next(t for t in model.graph.initializer if len(t.dims) == 2 and re.search("shared|embed_tokens", t.name))
    rows = np.frombuffer(table.raw_data, np.uint8).reshape(tuple(table.dims))
    wide = np.random.default_rng(1).permutation(np.resize(rows, (size, rows.shape[1])))
    table.raw_data = wide.tobytes()
    table.dims[0] = size
    onnx.save(model, path)


def widen(out: Path, size: int) -> None:
    fill_vocabulary(out, size)
    for name in ("encoder_model", "decoder_model_merged"):
        widen_table(out / "onnx" / f"{name}_quantized.onnx", size)
    config = json.loads((out / "config.json").read_text())
    (out / "config.json").write_text(json.dumps({**config, "vocab_size": size}, indent=2))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--shape", choices=SHAPES, default="small")
    parser.add_argument("--text", type=Path, nargs="+", required=True)
    parser.add_argument("--kind", choices=["bpe", "unigram"], default="bpe")
    parser.add_argument("--seed", type=int, default=10)
    parser.add_argument("--keep-float", action="store_true")
    options = parser.parse_args()
    shape = SHAPES[options.shape]
    tokenizer = train_tokenizer(options.text, options.out, shape["vocabulary"], options.kind)
    size = shape["vocabulary"]
    model = make_model(shape, len(tokenizer), options.seed)
    with tempfile.TemporaryDirectory(dir=options.out) as temporary:
        folder = Path(temporary)
        model.save_pretrained(folder / "model")
        shutil.copyfile(options.out / "tokenizer.json", folder / "model" / "tokenizer.json")
        del model
        main_export(
            str(folder / "model"),
            output=folder / "onnx",
            task="text2text-generation-with-past",
            opset=14,
            do_validation=False,
            library_name="transformers",
        )
        tie_output_layer(folder / "onnx" / "decoder_model_merged.onnx")
        (options.out / "onnx").mkdir(exist_ok=True)
        for name in ("encoder_model", "decoder_model_merged"):
            quantize(folder / "onnx" / f"{name}.onnx", options.out / "onnx" / f"{name}_quantized.onnx")
            if options.keep_float:
                shutil.copyfile(folder / "onnx" / f"{name}.onnx", options.out / "onnx" / f"{name}.onnx")
        for name in ("config.json", "generation_config.json"):
            shutil.copyfile(folder / "model" / name, options.out / name)
        if size > LARGEST_EXPORTED:
            widen(options.out, size)
        if options.keep_float:
            shutil.copytree(folder / "model", options.out / "model", dirs_exist_ok=True)
    onnx.checker.check_model(str(options.out / "onnx" / "decoder_model_merged_quantized.onnx"))


if __name__ == "__main__":
    main()
