import { describe, expect, it } from 'vitest';
import { mayShowPopup } from './first-visit.ts';

const firstVisit = { hasVisited: false, hasOptedOut: false, isLoading: false, isAuthenticated: false };

describe('the first-visit popup', () => {
  it('comes to a first visitor who is not signed in', () => {
    expect(mayShowPopup(firstVisit)).toBe(true);
  });

  it.each(['hasVisited', 'hasOptedOut', 'isLoading', 'isAuthenticated'] as const)('does not come when %s', (fact) => {
    expect(mayShowPopup({ ...firstVisit, [fact]: true })).toBe(false);
  });
});
