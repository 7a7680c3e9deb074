// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { PageFrame } from './page-frame.tsx';
import { renderForTest, type TestScreen, testToken } from './render-for-test.tsx';

const session = {
  success: true,
  data: {
    user: { fullName: 'Cabdi Warsame', email: 'cabdi@example.org', attemptsRemaining: 2 },
    attemptsRemaining: 2,
    expiresAt: '2026-01-01T01:00:00.000Z',
  },
};

let screen: TestScreen;
afterEach(() => screen.close());

describe('a session near its end (spec §4: due for refresh within 5 minutes)', () => {
  it('says so while there is time, and ends on its own', async () => {
    window.IntersectionObserver ??= class {
      observe() {}
      disconnect() {}
    } as never;
    const options = { token: testToken(10 * 60), answer: () => session };
    screen = await renderForTest(<PageFrame page="privacy">text</PageFrame>, options);
    await screen.advance(4 * 60_000);
    expect(screen.text()).toContain('Cabdi Warsame');
    expect(screen.text()).not.toContain('Your sign-in ends');
    await screen.advance(60_000);
    expect(screen.text()).toContain('Your sign-in ends within 5 minutes.');
    await screen.advance(5 * 60_000);
    expect(screen.text()).not.toContain('Cabdi Warsame');
    expect(screen.text()).not.toContain('Your sign-in ends');
    expect(screen.text()).toContain('Your session has ended. Please sign in again.');
  });
});
