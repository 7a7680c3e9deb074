import type { FastifyRequest } from 'fastify';
import { addressKeyOf } from '../limits/network-key.ts';

/** A connection that is gone has no address any more; otherwise `request.ip` already is the hop that TRUST_PROXY allows to be believed. */
export const clientAddressOf = (request: FastifyRequest): string => addressKeyOf(request.ip ?? '');
