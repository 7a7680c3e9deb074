import { expect, it } from 'vitest';
import { chooseBrowserHelp } from './record-card.tsx';

const agent = (rest: string) => `Mozilla/5.0 ${rest}`;

it.each([
  ['(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Mobile Safari/537.36', 'chromeAndroid'],
  ['(X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Safari/537.36 Edg/146.0', 'chrome'],
  ['(iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605 Version/18.4 Mobile/15E148 Safari/604.1', 'safariIos'],
  ['(iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605 CriOS/146.0 Mobile Safari/604.1', 'safariIos'],
  ['(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 (KHTML, like Gecko) Version/18.4 Safari/605', 'safari'],
  ['(Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'firefox'],
  ['(KAIOS/2.5)', 'other'],
  // As the apps name themselves on Android and on the iPhone.
  [
    '(Linux; Android 13; SM-A135F; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/446.0;]',
    'inApp',
  ],
  [
    '(iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605 Mobile/15E148 [FBAN/FBIOS;FBAV/446.0;FBDV/iPhone]',
    'inApp',
  ],
  ['(iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605 Mobile/15E148 Instagram 312.0 (iPhone13,2)', 'inApp'],
  ['(Linux; Android 13; SM-A135F; wv) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 musical_ly_320', 'inApp'],
  ['(iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605 Mobile musical_ly_32 BytedanceWebview/d8a21c6', 'inApp'],
])('%s → %s', (userAgent, help) => {
  expect(chooseBrowserHelp(agent(userAgent))).toBe(help);
});
