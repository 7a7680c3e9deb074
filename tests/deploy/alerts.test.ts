import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const alerts = namesIn(read('deploy/prometheus/alerts.yaml'), /- alert: (\w+)/g);
const cases = read('deploy/prometheus/alerts.test.yaml');

describe('every alert', () => {
  it('is driven into ringing once, and into silence once', () => {
    expect(namesIn(cases, /alertname: (\w+), exp_alerts: \[\]/g).toSorted()).toEqual(alerts.toSorted());
    expect(namesIn(cases, /alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g).toSorted()).toEqual(alerts.toSorted());
  });

  it('has a line that says what to do', () => {
    const said = namesIn(read('docs/operations.md'), /^\| (\w+)(?: `\w+`)? \|/gm);
    expect(alerts.filter((name) => !said.includes(name))).toEqual([]);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  if (!hasPromtool)
    console.warn('promtool is not installed: no alert is evaluated (Debian: apt-get install prometheus)');
  it.skipIf(!hasPromtool)('rings and is silent as the cases say, evaluated by Prometheus itself', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  });
});
