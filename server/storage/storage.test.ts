import { expect, it } from 'vitest';
import { removeObjects, StorageUnavailable } from './storage.ts';

it('removes what the store lets go of, and asks no more of one that is away', async () => {
  const asked: string[] = [];
  const failures: Record<string, Error> = { refused: new Error('not yours'), away: new StorageUnavailable('away') };
  const remove = async (key: string) => {
    asked.push(key);
    if (failures[key]) throw failures[key];
  };
  await removeObjects({ remove }, ['one', 'refused', 'two', 'away', 'three']);
  expect(asked).toEqual(['one', 'refused', 'two', 'away']);
});
