"""Lossy codecs through the system's ffmpeg, many clips in one call."""

import subprocess
import tempfile
from pathlib import Path

import numpy as np

SAMPLE_RATE_HZ = 16_000
GAP_SECONDS = 0.3

# name: (file suffix, encoder arguments)
CODECS = {
    "wav": ("wav", ["-c:a", "pcm_s16le"]),
    "opus": ("ogg", ["-c:a", "libopus", "-b:a", "32k", "-compression_level", "4"]),
    "opus-16k": ("ogg", ["-c:a", "libopus", "-b:a", "16k", "-application", "voip", "-compression_level", "4"]),
    "mp3": ("mp3", ["-c:a", "libmp3lame", "-b:a", "64k"]),
    "m4a": ("m4a", ["-c:a", "aac", "-b:a", "48k"]),
    "webm": ("webm", ["-c:a", "libopus", "-b:a", "48k", "-ar", "48000"]),
    "telephone": ("wav", ["-af", "highpass=f=300,lowpass=f=3400", "-ar", "8000", "-c:a", "pcm_alaw"]),
}


def run_ffmpeg(arguments: list[str], data: bytes = b"") -> bytes:
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-threads", "1", *arguments]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ffmpeg: {done.stderr.decode(errors='replace').strip()[-400:]}")
    return done.stdout


def read_audio(path: str | Path) -> np.ndarray:
    """Any sound file as mono float32 at 16 kHz, -1..1."""
    raw = run_ffmpeg(["-i", str(path), "-ac", "1", "-ar", str(SAMPLE_RATE_HZ), "-f", "f32le", "-"])
    return np.frombuffer(raw, np.float32).copy()


def write_audio(path: str | Path, samples: np.ndarray, arguments: list[str]) -> None:
    """Write mono float32 at 16 kHz with the given encoder arguments; the suffix chooses the container."""
    source = ["-f", "f32le", "-ar", str(SAMPLE_RATE_HZ), "-ac", "1", "-i", "pipe:0"]
    run_ffmpeg(["-y", *source, *arguments, str(path)], samples.astype("<f4").tobytes())


def pass_codec(clips: list[np.ndarray], codec: str) -> list[np.ndarray]:
    """Encode and decode clips as one file with gaps; each comes back at its own length."""
    if not clips:
        return []
    gap = np.zeros(int(GAP_SECONDS * SAMPLE_RATE_HZ), np.float32)
    suffix, arguments = CODECS[codec]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"clips.{suffix}"
        write_audio(path, np.concatenate([part for clip in clips for part in (clip, gap)]), arguments)
        decoded = read_audio(path)
    out, at = [], 0
    for clip in clips:
        out.append(fit_length(decoded[at : at + len(clip)], len(clip)))
        at += len(clip) + len(gap)
    return out


def fit_length(samples: np.ndarray, length: int) -> np.ndarray:
    """Cut, or fill with silence, to an exact length."""
    return np.pad(samples[:length], (0, max(0, length - len(samples))))
