"""Write the trained model as the two int8 ONNX graphs of an NLLB folder."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from optimum.exporters.onnx import main_export
from transformers import M2M100ForConditionalGeneration

from .layout import DECODER_FILE, ENCODER_FILE, TOKENIZER_FILE, write_tokenizer_files

OPSET = 18

MAX_PIECES_PER_WORD = 1.99


def export_model(model_folder: Path, out: Path) -> None:
    """Turn a saved model (weights, config and tokenizer.json in `model_folder`) into the layout of the NLLB exports."""
    with tempfile.TemporaryDirectory(prefix="translator-export-") as temporary:
        full = Path(temporary)
        main_export(
            str(model_folder),
            output=full,
            task="text2text-generation-with-past",
            opset=OPSET,
            do_validation=False,
            library_name="transformers",
        )
        (out / "onnx").mkdir(parents=True, exist_ok=True)
        quantize(full / "encoder_model.onnx", out / ENCODER_FILE)
        quantize(full / "decoder_model_merged.onnx", out / DECODER_FILE)
    copy_descriptions(model_folder, out)


def quantize(source: Path, target: Path) -> None:
    """Dynamic int8 with one scale per weight tensor's output channel; branches of an `If` share the weights."""
    quantize_dynamic(
        source,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Gather"],
        extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
    )


def copy_descriptions(model_folder: Path, out: Path) -> None:
    model = M2M100ForConditionalGeneration.from_pretrained(model_folder)
    # What the service takes for words it never met (speech/parts/translator/translator.ts).
    model.config.max_pieces_per_word = MAX_PIECES_PER_WORD
    model.config.save_pretrained(out)
    model.generation_config.save_pretrained(out)
    shutil.copyfile(model_folder / TOKENIZER_FILE, out / TOKENIZER_FILE)
    write_tokenizer_files(out, model.config.max_position_embeddings)
