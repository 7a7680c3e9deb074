import { useCallback, useEffect, useState } from 'react';
import { endEverySession, endSession, listSessions, type SessionSummary } from '#shared/contract/sessions.ts';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { useServices } from '../../lib/services.ts';

/** The sessions of who is signed in; `failed` where the server did not give them. */
export function useDevices() {
  const { api } = useServices();
  const { forgetSession } = useSession();
  const { show } = useToasts();
  const explain = useFailureSentence();
  const [devices, setDevices] = useState<readonly SessionSummary[] | 'failed'>();

  const fetchList = useCallback(async () => {
    const answer = await api.call(listSessions, {}).catch(() => undefined);
    setDevices(answer?.data.sessions ?? 'failed');
  }, [api]);
  useEffect(() => {
    void fetchList();
  }, [fetchList]);

  const attempt = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      show('error', explain(error, 'account'));
    }
  };
  return {
    devices,
    fetchList,
    end: (id: string) =>
      attempt(async () => {
        const { message } = await api.call(endSession, { params: { id } });
        show('success', message);
        await fetchList();
      }),
    endAll: () =>
      attempt(async () => {
        const { message } = await api.call(endEverySession, {});
        show('success', message);
        await forgetSession();
      }),
  };
}
