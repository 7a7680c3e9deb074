/** An account as its owner sees it: attempts of work still running count as remaining (design.md §5.1). */
export type Account = {
  id: string;
  email: string;
  fullName: string;
  isUnlimited: boolean;
  attemptsRemaining: number;
  /** Not yet reserved by running work: what a new upload can take. */
  attemptsFree: number;
};

/** Who asks: what every endpoint that needs a session is given. */
export type Session = { sessionId: string; account: Account; expiresAt: Date };
