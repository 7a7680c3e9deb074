import { createContext, useContext } from 'react';
import type { SignUpPurpose } from './sign-up-state.ts';
import type { LinkSent } from './use-sign-up.ts';

/** The ways in that the frame of every page offers. */
export type Entry = {
  open: (purpose: SignUpPurpose) => void;
  /** A link is on its way: where it went stays on the page when the dialog has closed. */
  noteSent: (sent: LinkSent) => void;
};

export const EntryContext = createContext<Entry>({ open: () => undefined, noteSent: () => undefined });

export const useEntry = (): Entry => useContext(EntryContext);
