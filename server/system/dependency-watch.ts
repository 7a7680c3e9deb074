import { nameError } from '../observability/describe-error.ts';
import type { EventLog } from '../observability/event-log.ts';

const lookAgainWhenUpMilliseconds = 300_000;
const lookAgainWhenDownMilliseconds = 15_000;

type Options = {
  dependency: 'storage' | 'mail';
  check: () => Promise<void>;
  log: EventLog;
  show: (dependency: string, isUp: boolean) => void;
};

/** Tries a part at the start and now and then, so that a wrong key shows before an upload; it may heal by itself. */
export async function watchDependency({ dependency, check, log, show }: Options) {
  let isUp = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const trouble = await check().then(() => undefined, nameError);
    const wasUp = isUp;
    isUp = trouble === undefined;
    show(dependency, isUp);
    if (trouble !== undefined && wasUp) log('dependency_down', { dependency, reason: trouble });
    if (isUp && !wasUp) log('dependency_up', { dependency });
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(look, isUp ? lookAgainWhenUpMilliseconds : lookAgainWhenDownMilliseconds).unref();
  }

  await look();
  return {
    isUp: () => isUp,
    /** Looks again now: something has met what the check did not. */
    recheck: () => void look(),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

export type DependencyWatch = Awaited<ReturnType<typeof watchDependency>>;
