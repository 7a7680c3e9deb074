import type { Take } from '../../features/recorder/take-store.ts';

/** Spec §4, demo flow, up to the result, which has an address of its own (`/demo/r/:id`). */
export type DemoFlow =
  | { step: 'welcome'; take: Take | undefined; isRestored: boolean; hasMoved: boolean }
  | { step: 'processing'; take: Take };

export type DemoFlowEvent =
  | { type: 'taken'; take: Take }
  | { type: 'restored'; take: Take }
  | { type: 'discarded' }
  | { type: 'process' }
  | { type: 'left-processing'; keepsTake: boolean };

/** `hasMoved`: the step followed another one, so the reader's focus has to be brought along. */
export const initialDemoFlow: DemoFlow = { step: 'welcome', take: undefined, isRestored: false, hasMoved: false };
export const backAtWelcome: DemoFlow = { ...initialDemoFlow, hasMoved: true };

export function reduceDemoFlow(flow: DemoFlow, event: DemoFlowEvent): DemoFlow {
  switch (event.type) {
    case 'taken':
      return flow.step === 'welcome' ? { ...flow, take: event.take, isRestored: false } : flow;
    case 'restored':
      // A take made since then is newer than the one kept.
      return flow.step === 'welcome' && flow.take === undefined
        ? { ...flow, take: event.take, isRestored: true }
        : flow;
    case 'discarded':
      return flow.step === 'welcome' ? { ...flow, take: undefined, isRestored: false } : flow;
    case 'process':
      return flow.step === 'welcome' && flow.take !== undefined ? { step: 'processing', take: flow.take } : flow;
    case 'left-processing':
      if (flow.step !== 'processing') return flow;
      return event.keepsTake ? { ...backAtWelcome, take: flow.take } : backAtWelcome;
  }
}

/** Spec §2: at 0 attempts one screen replaces everything, but never a recording in progress or a result. */
export function isExhausted(flow: DemoFlow, attemptsRemaining: number): boolean {
  return flow.step === 'welcome' && attemptsRemaining <= 0;
}
