# One image for web and worker processes: ROLE chooses. Models are not in it, but the small starter ones.
# `npm run qualify -- image` runs these steps without a daemon and sends what they make a recording.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/mend-lock.mjs scripts/
# With everything optional: the bundler's native part is an optional dependency.
RUN npm ci
COPY . .
# The image brings Node and FFmpeg itself.
RUN npm run build \
 && npm prune --omit=dev --omit=optional \
 && node scripts/prune-install.ts --system-ffmpeg \
 && mkdir -p /data/storage /models

FROM node:${NODE_VERSION}-bookworm-slim
# Without the drivers of screens that FFmpeg's packages bring along: 140 MB that decoding of sound never loads.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/* /usr/lib/*/dri /usr/lib/*/libLLVM*
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MODELS_DIR=/models \
    FFMPEG_PATH=/usr/bin/ffmpeg
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/models ./models
COPY --from=build /app/shared ./shared
COPY --from=build /app/platform ./platform
COPY --from=build /app/speech ./speech
COPY --from=build /app/server ./server
# What `npm run admin`, `models` and `transcribe` load first.
COPY --from=build /app/scripts/preflight.mjs ./scripts/
COPY --from=build --chown=1000:1000 /data /data
COPY --from=build --chown=1000:1000 /models /models
# node, by its number, which is all that a cluster can check.
USER 1000:1000
EXPOSE 3000
VOLUME ["/data", "/models"]
# Whether the process answers; whether it can do its part is /api/ready's to say.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
