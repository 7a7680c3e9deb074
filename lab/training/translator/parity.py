"""Compare the exported graphs with PyTorch, step by step and with several beams in a batch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from transformers import M2M100ForConditionalGeneration

from .layout import EOS_ID
from .runtime import OnnxTranslator


def compare_steps(model_folder: Path, exported: Path, text: str) -> dict[str, float]:
    """Force one greedy PyTorch translation through both; greatest logit gap, its scale, and equal argmaxes."""
    torch.set_num_threads(1)
    model = M2M100ForConditionalGeneration.from_pretrained(model_folder).eval()
    runtime = OnnxTranslator(exported)
    ids = torch.tensor([runtime.tokenizer.encode(text).ids])
    with torch.no_grad():
        forced = model.generate(ids, num_beams=1, do_sample=False, max_new_tokens=40)[0].tolist()
        expected = model(input_ids=ids, decoder_input_ids=torch.tensor([forced])).logits[0].numpy()
    got = forced_logits(runtime, text, forced, beams=1)
    beams = forced_logits(runtime, text, forced, beams=4)
    return {
        "parameters": sum(weights.numel() for weights in model.parameters()),
        "tokens": len(forced),
        "logit_range": float(expected.max() - expected.min()),
        "largest_gap": float(np.abs(got[0] - expected).max()),
        "equal_choices": float((got[0].argmax(-1) == expected.argmax(-1)).mean()),
        "largest_gap_between_beams": float(np.abs(beams - beams[:1]).max()),
    }


def forced_logits(runtime: OnnxTranslator, text: str, forced: list[int], beams: int) -> np.ndarray:
    """Logits [beams, tokens, vocabulary] while feeding `forced` one token a step, `beams` equal rows in a batch."""
    if forced[0] != EOS_ID:
        raise ValueError("a translation starts with the end-of-sentence token")
    context = runtime.encode([text])
    context = tuple(np.repeat(part, beams, axis=0) for part in context)
    cache = runtime.empty_cache(beams)
    steps = []
    for token in forced:
        logits, cache = runtime.step(np.full((beams, 1), token, dtype=np.int64), context, cache)
        steps.append(logits[:, -1])
    return np.stack(steps, axis=1)


def check_parity(model_folder: Path, exported: Path) -> dict[str, float]:
    """Like `compare_steps` on one sentence; ValueError when int8 changes more than a near-tie."""
    report = compare_steps(model_folder, exported, "Subax wanaagsan, walaal, sidee tahay maanta?")
    if report["equal_choices"] < 0.9 or report["largest_gap_between_beams"] > 1e-3:
        raise ValueError(f"the exported graphs disagree with PyTorch: {report}")
    return report
