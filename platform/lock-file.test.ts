import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeProcess, isProcessAlive } from './identity.ts';
import { type Lock, tryLock } from './lock-file.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'lock-test-'));
const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
afterAll(() => {
  other.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const pid = other.pid ?? 0;

let count = 0;
const newFile = () => path.join(folder, `lock-${++count}`);
function leave(content: string): string {
  const file = newFile();
  writeFileSync(file, content);
  return file;
}
const giveBack = (lock: Lock) => lock.isOurs && lock.unlock();

describe('a lock', () => {
  it('is one process’s at a time, and is given back', () => {
    const file = newFile();
    const first = tryLock(file);
    expect(first.isOurs).toBe(true);
    expect(tryLock(file)).toEqual({ isOurs: false, holder: process.pid });
    giveBack(first);
    const second = tryLock(file);
    expect(second.isOurs).toBe(true);
    giveBack(second);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of another living process is respected', () => {
    expect(tryLock(leave(describeProcess(pid)))).toEqual({ isOurs: false, holder: pid });
    expect(tryLock(leave(String(pid)))).toEqual({ isOurs: false, holder: pid });
  });

  it.runIf(process.platform === 'linux')(
    'left by a process whose number another one has now is taken over (D17)',
    () => {
      const [, ticks = '', boot = ''] = describeProcess(pid).split(' ');
      const dead = [`${pid} ${Number(ticks) - 1} ${boot}`, `${pid} ${ticks} another-boot`];
      for (const content of dead) {
        const lock = tryLock(leave(content));
        expect([content, lock.isOurs]).toEqual([content, true]);
        giveBack(lock);
      }
    },
  );

  it.each(['', '\0\0\0', 'rubbish', '-1', '0', '99999999', String(process.pid)])(
    'that says %j belongs to nobody and is taken over (D17)',
    (content) => {
      const file = leave(content);
      const lock = tryLock(file);
      expect(lock.isOurs).toBe(true);
      expect(isProcessAlive(readFileSync(file, 'utf8'))).toBe(true);
      giveBack(lock);
    },
  );
});
