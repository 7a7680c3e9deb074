import type { FastifyInstance } from 'fastify';
import { Failure } from '../core/failure.ts';

const maxJsonBytes = 16_384;

/** JSON bodies, small; none at all is fine even with a JSON content type, as the calls of spec §7 without a body send it. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxJsonBytes },
    (_request, body, done) => {
      const text = String(body).trim();
      if (text === '') return done(null, undefined);
      try {
        done(null, JSON.parse(text));
      } catch (error) {
        done(new Failure('BAD_REQUEST', { cause: error }));
      }
    },
  );
}
