import { useEffect, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { getReady } from '#shared/contract/system.ts';
import type { ApiClient } from './api-client.ts';
import { useServices } from './services.ts';

/** What the server says about itself: the limits set at run time, the engine's state, where to write for help. */
export type ServiceInfo = ResponseOf<typeof getReady>;

const known = new WeakMap<ApiClient, Promise<ServiceInfo>>();

function fetchServiceInfo(api: ApiClient): Promise<ServiceInfo> {
  const pending = known.get(api);
  if (pending !== undefined) return pending;
  const promise = api.call(getReady, {}).catch((error: unknown) => {
    known.delete(api);
    throw error;
  });
  known.set(api, promise);
  return promise;
}

/** Asked once for the life of the page; nothing while it is unknown. */
export function useServiceInfo(): ServiceInfo | undefined {
  const { api } = useServices();
  const [info, setInfo] = useState<ServiceInfo>();
  useEffect(() => {
    let isGone = false;
    fetchServiceInfo(api).then(
      (answer) => {
        if (!isGone) setInfo(answer);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [api]);
  return info;
}

/** The address of a mail draft (RFC 6068). */
export function mailDraftAddress(to: string, subject?: string): string {
  return subject === undefined ? `mailto:${to}` : `mailto:${to}?subject=${encodeURIComponent(subject)}`;
}
