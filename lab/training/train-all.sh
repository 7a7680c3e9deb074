#!/usr/bin/env bash
# Both starter models from an empty folder: bash lab/training/train-all.sh WORK_FOLDER TEXT_FOLDER...
# Resumable: run it again after an interruption. About two hours and a half a model on two cores.
set -euo pipefail
work=$(mkdir -p "${1:?usage: train-all.sh WORK_FOLDER TEXT_FOLDER...}" && cd "$1" && pwd)
texts=()
for folder in "${@:2}"; do texts+=(--text "$(cd "$folder" && pwd)"); done
cd "$(dirname "$0")"
command -v espeak-ng ffmpeg festival npm > /dev/null || { echo 'espeak-ng, ffmpeg, festival and npm are needed: see lab/training/README.md' >&2; exit 1; }
if [ ! -x "$work/venv/bin/python" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q -r requirements.txt
fi
"$work/venv/bin/python" -m translator all --work "$work/translator"
"$work/venv/bin/python" -m recogniser all --work "$work/recogniser" "${texts[@]}"
