#!/usr/bin/env bash
# Both starter models from an empty folder: bash lab/training/train-all.sh WORK_FOLDER DATA_FOLDER TEXT_FOLDER...
# Resumable: run it again after an interruption. Twelve hours of processor time for the translator, two for the recogniser.
set -euo pipefail
work=$(mkdir -p "${1:?usage: train-all.sh WORK_FOLDER DATA_FOLDER TEXT_FOLDER...}" && cd "$1" && pwd)
data=$(cd "${2:?usage: train-all.sh WORK_FOLDER DATA_FOLDER TEXT_FOLDER...}" && pwd)
texts=()
for folder in "${@:3}"; do texts+=(--text "$(cd "$folder" && pwd)"); done
cd "$(dirname "$0")"
for program in espeak-ng ffmpeg festival flite npm; do
  command -v "$program" > /dev/null || { echo "$program is needed: see lab/training/README.md" >&2; exit 1; }
done
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q -r requirements.txt
"$work/venv/bin/python" -m translator all --data "$data" --work "$work/translator"
"$work/venv/bin/python" -m recogniser all --work "$work/recogniser" "${texts[@]}"
