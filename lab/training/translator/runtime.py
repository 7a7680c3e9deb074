"""Run the exported graphs the way the product does: encoder once, then the merged decoder with its cache."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime

from .layout import DECODER_FILE, ENCODER_FILE, EOS_ID, PAD_ID, TARGET_LANGUAGE, load_json
from .tokenizer import load_tokenizer

Array = np.ndarray


class OnnxTranslator:
    """Greedy translation with an exported folder; batches share one decoder run a step."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        config = load_json(folder / "config.json")
        self.layers: int = config["decoder_layers"]
        self.heads: int = config["decoder_attention_heads"]
        self.head_size: int = config["d_model"] // self.heads
        self.tokenizer = load_tokenizer(folder)
        # The graphs hold so many positions; a longer source would fail, so its end is cut.
        self.tokenizer.enable_truncation(config["max_position_embeddings"])
        self.target_id: int = self.tokenizer.token_to_id(TARGET_LANGUAGE)
        self.encoder, self.decoder = (
            onnxruntime.InferenceSession(str(folder / name), options, providers=["CPUExecutionProvider"])
            for name in (ENCODER_FILE, DECODER_FILE)
        )
        self.output_names = [output.name for output in self.decoder.get_outputs()]

    def encode(self, texts: list[str]) -> tuple[Array, Array]:
        """Encoder states [batch, tokens, width] and attention mask [batch, tokens] of the source texts."""
        rows = [self.tokenizer.encode(text).ids for text in texts]
        longest = max(map(len, rows))
        ids = np.array([row + [PAD_ID] * (longest - len(row)) for row in rows], dtype=np.int64)
        mask = (ids != PAD_ID).astype(np.int64)
        (states,) = self.encoder.run(None, {"input_ids": ids, "attention_mask": mask})
        return states, mask

    def empty_cache(self, batch: int) -> dict[str, Array]:
        """The first step takes caches of length 0; encoder caches are filled by its outputs."""
        empty = np.zeros((batch, self.heads, 0, self.head_size), dtype=np.float32)
        return {
            f"past_key_values.{layer}.{side}.{part}": empty
            for layer in range(self.layers)
            for side in ("decoder", "encoder")
            for part in ("key", "value")
        }

    def step(self, ids: Array, context: tuple[Array, Array], cache: dict[str, Array]) -> tuple[Array, dict[str, Array]]:
        """One decoder run: logits [batch, new tokens, vocabulary] and the grown cache."""
        states, mask = context
        use_cache = next(iter(cache.values())).shape[2] > 0
        feeds = {"input_ids": ids, "encoder_hidden_states": states, "encoder_attention_mask": mask, **cache}
        feeds["use_cache_branch"] = np.array([use_cache])
        outputs = dict(zip(self.output_names, self.decoder.run(None, feeds), strict=True))
        grown = {}
        for name, past in cache.items():
            # In the cached branch the encoder outputs are placeholders: keep what the first step gave.
            keep = use_cache and ".encoder." in name
            grown[name] = past if keep else outputs[name.replace("past_key_values", "present")]
        return outputs["logits"], grown

    def translate(self, texts: list[str], max_tokens: int = 120) -> list[str]:
        """Greedy English translations of a batch of Somali texts."""
        context = self.encode(texts)
        batch = len(texts)
        _, cache = self.step(np.full((batch, 1), EOS_ID, dtype=np.int64), context, self.empty_cache(batch))
        ids = np.full((batch, 1), self.target_id, dtype=np.int64)
        rows: list[list[int]] = [[] for _ in texts]
        done = np.zeros(batch, dtype=bool)
        for _ in range(max_tokens):
            logits, cache = self.step(ids, context, cache)
            best = np.where(done, PAD_ID, logits[:, -1].argmax(axis=-1))
            done |= best == EOS_ID
            for row, token in zip(rows, best, strict=True):
                row.append(int(token))
            if done.all():
                break
            ids = best[:, None].astype(np.int64)
        return [self.tokenizer.decode(row, skip_special_tokens=True) for row in rows]
