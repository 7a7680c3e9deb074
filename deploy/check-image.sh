#!/usr/bin/env bash
# Builds the image, holds it to its size, and starts it without any right: no root, no capability, nothing to write to but its volumes.
set -euo pipefail
cd "$(dirname "$0")/.."
limit_megabytes=1000
docker build -t somali-speech-ai:check .
megabytes=$(($(docker image inspect somali-speech-ai:check --format '{{.Size}}') / 1000000))
echo "image: $megabytes MB of $limit_megabytes"
[ "$megabytes" -le "$limit_megabytes" ]
container=$(docker run -d --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp \
  -e NODE_ENV=development -e SPEECH_PROFILE=starter -e HOST=127.0.0.1 somali-speech-ai:check)
trap 'docker rm -fv "$container" > /dev/null' EXIT
for _ in $(seq 60); do
  [ "$(docker inspect "$container" --format '{{.State.Health.Status}}')" = healthy ] && exit 0
  sleep 2
done
docker logs "$container"
exit 1
