"""What sherpa-onnx's own Omnilingual recogniser hears in the sounds of write-recogniser-golden.ts.

    python recogniser_reference.py FOLDER > tests/fixtures/models/recogniser-golden.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import sherpa_onnx

FRAMES_A_SECOND = 50


def main(folder: Path) -> None:
    recogniser = sherpa_onnx.OfflineRecognizer.from_omnilingual_asr_ctc(
        model=str(folder / "model.onnx"), tokens=str(folder / "tokens.txt")
    )
    heard = {}
    for file in sorted(folder.glob("*.f32"), key=lambda file: int(file.stem)):
        stream = recogniser.create_stream()
        stream.accept_waveform(16_000, np.fromfile(file, np.float32))
        recogniser.decode_stream(stream)
        frames = [round(time * FRAMES_A_SECOND) for time in stream.result.timestamps]
        heard[file.stem] = {"tokens": list(stream.result.tokens), "frames": frames}
    print(json.dumps({"sherpa_onnx": sherpa_onnx.__version__, "heard": heard}, ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
