import { expect, it } from 'vitest';
import demo from '../locales/en/demo.json' with { type: 'json' };
import tijaabo from '../locales/so/demo.json' with { type: 'json' };
import { saySound } from './say-sound.ts';

it('says what is done of a recording, and the rest in whole minutes once it can be told', () => {
  const sound = { doneSeconds: 725, durationSeconds: 2_580, leftSeconds: undefined };
  expect(saySound(sound, demo.processing, 'en')).toBe('12 of 43 minutes done');
  expect(saySound({ ...sound, leftSeconds: 521 }, demo.processing, 'en')).toBe(
    '12 of 43 minutes done · about 9 minutes left',
  );
  expect(saySound({ ...sound, leftSeconds: 3 }, tijaabo.processing, 'so')).toBe(
    '12 ka mid ah 43 daqiiqo waa la dhammeeyey · qiyaastii 1 daqiiqo ayaa haray',
  );
});
