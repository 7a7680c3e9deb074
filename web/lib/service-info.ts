import './zod-without-eval.ts';
import { useEffect, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { getReady } from '#shared/contract/system.ts';
import { retentionDays } from '#shared/limits.ts';
import type { ApiClient } from './api-client.ts';
import { CallFailure } from './call-failure.ts';
import { fetchOnce } from './fetch-once.ts';
import { useServices } from './services.ts';

/** What the server says about itself: the limits set at run time, the engine's state, where to write for help. */
export type ServiceInfo = ResponseOf<typeof getReady>;

const known = fetchOnce(async (api: ApiClient): Promise<ServiceInfo> => {
  try {
    return await api.call(getReady, {});
  } catch (error) {
    // While the engine is starting the status is 503, and the body says the same things.
    const parsed = error instanceof CallFailure ? getReady.response.safeParse(error.body) : undefined;
    if (parsed?.success === true) return parsed.data;
    throw error;
  }
});

const askAgainMilliseconds = 5_000;
const askAgainWhileFetchingMilliseconds = 30_000;

/** The starter models answer while the full ones are on their way. */
export const isFetching = ({ state, description, downloadedBytes, totalBytes }: ServiceInfo['engine']): boolean =>
  state === 'ready' && description?.isStarter === true && downloadedBytes < totalBytes;

/** Asked once for the life of the page, again while it is not told, the engine not ready or its models are fetched; nothing while unknown. */
export function useServiceInfo(): ServiceInfo | undefined {
  const { api, clock } = useServices();
  const [info, setInfo] = useState<ServiceInfo>();
  useEffect(() => {
    let isGone = false;
    let cancelNext = () => {};
    const ask = async () => {
      const answer = await known.fetch(api).catch(() => undefined);
      if (isGone) return;
      if (answer !== undefined) setInfo(answer);
      const isReady = answer?.engine.state === 'ready';
      if (isReady && !isFetching(answer.engine)) return;
      known.forget(api);
      cancelNext = clock.after(isReady ? askAgainWhileFetchingMilliseconds : askAgainMilliseconds, ask);
    };
    void ask();
    return () => {
      isGone = true;
      cancelNext();
    };
  }, [api, clock]);
  return info;
}

export const useRetentionDays = (): number => useServiceInfo()?.limits.retentionDays ?? retentionDays;
