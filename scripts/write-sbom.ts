import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

type Lock = { packages: Record<string, { dev?: boolean; devDependencies?: unknown }> };

/**
 * Prints what we run as a CycloneDX bill of materials, from the lock file alone. npm writes it, for a copy without the
 * development packages: `npm sbom --omit dev` (11.19) also leaves out what both need.
 */
const folder = mkdtempSync(path.join(os.tmpdir(), 'sbom-'));
try {
  const { devDependencies: _dev, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  delete lock.packages['']?.devDependencies;
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }),
  );
  const options = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { status, stdout } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  process.stdout.write(stdout);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
