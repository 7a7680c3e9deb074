import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import { randomToken } from '../core/keys.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { askForBody } from '../http/unread-bodies.ts';
import type { SpaceGuard } from '../storage/free-space.ts';
import { declaredBytes, type Received, receiveUpload, type UploadLimits } from './receive-upload.ts';
import type { Transfers } from './transfers.ts';

type Dependencies = { tempDir: string; limits: UploadLimits; transfers: Transfers; space: SpaceGuard };

/** Reads an upload's body, once there is room for it on the disk, on the line and for its sender. */
export function createUploadReceiver({ tempDir, limits, transfers, space }: Dependencies) {
  // Here and not for each upload: on a disk that stands still even this would wait.
  mkdirSync(tempDir, { recursive: true, mode: 0o700 });
  return {
    /** Hands the received file to `use`; it is gone afterwards. */
    async receive<T>(
      { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
      use: (received: Received) => Promise<T>,
    ): Promise<T> {
      if (!(request.headers['content-type'] ?? '').startsWith('multipart/form-data')) {
        throw new Failure('AUDIO_MISSING');
      }
      const bytes = Math.min(declaredBytes(request.raw, limits.maxBytes), limits.maxBytes);
      const onSettled = transfers.begin({ account: userId, address: clientAddressOf(request), bytes });
      await space.demand(bytes).catch((error: unknown) => {
        onSettled();
        throw error;
      });
      askForBody(request.raw, reply.raw);
      const localPath = path.join(tempDir, `upload-${randomToken(12)}`);
      const received = await receiveUpload(request.raw, { ...limits, localPath, onSettled });
      try {
        return await use(received);
      } finally {
        await rm(localPath, { force: true });
      }
    },
  };
}

export type UploadReceiver = ReturnType<typeof createUploadReceiver>;
