#!/usr/bin/env bash
# Both starter models from an empty folder: bash training/train-all.sh WORK_FOLDER
# Resumable: run it again after an interruption. At most 90 minutes a model on two cores.
set -euo pipefail
work=$(mkdir -p "${1:?usage: train-all.sh WORK_FOLDER}" && cd "$1" && pwd)
cd "$(dirname "$0")"
command -v espeak-ng ffmpeg > /dev/null || { echo 'espeak-ng and ffmpeg are needed: see training/README.md' >&2; exit 1; }
if [ ! -x "$work/venv/bin/python" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q -r requirements.txt
fi
"$work/venv/bin/python" -m translator all --work "$work/translator"
"$work/venv/bin/python" -m recogniser all --work "$work/recogniser"
"$work/venv/bin/python" -m letter_model --out ../models/starter/recogniser/letter-model.txt
