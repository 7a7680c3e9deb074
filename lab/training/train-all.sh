#!/usr/bin/env bash
# Both starter models from an empty folder: bash lab/training/train-all.sh WORK_FOLDER DATA_FOLDER TEXT_FOLDER...
# Resumable: run it again after an interruption. Twelve hours of processor time for the translator, three for the recogniser.
set -euo pipefail
work=$(mkdir -p "${1:?usage: train-all.sh WORK_FOLDER DATA_FOLDER TEXT_FOLDER...}" && cd "$1" && pwd)
data=$(cd "${2:?usage: train-all.sh WORK_FOLDER DATA_FOLDER TEXT_FOLDER...}" && pwd)
texts=()
for folder in "${@:3}"; do texts+=(--text "$(cd "$folder" && pwd)"); done
cd "$(dirname "$0")"
command -v espeak-ng ffmpeg festival npm > /dev/null || { echo 'espeak-ng, ffmpeg, festival and npm are needed: see lab/training/README.md' >&2; exit 1; }
if [ ! -x "$work/venv/bin/python" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q -r requirements.txt
fi
"$work/venv/bin/python" -m translator all --data "$data" --work "$work/translator"
"$work/venv/bin/python" -m recogniser all --work "$work/recogniser" "${texts[@]}"
