// Loaded before a program of ours (`node --import`): what is missing, said in a sentence. In JavaScript, because an old
// Node ends at the first .ts file with ERR_UNKNOWN_FILE_EXTENSION.
import { existsSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);

if (!existsSync(new URL('../node_modules/fastify', import.meta.url))) {
  console.error('The packages are not installed yet. Run this first: npm ci');
  process.exit(1);
}
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This is Node ${process.versions.node}; Node 24 is needed. On Linux and Windows (x64), and Linux (arm64), "npm ci"\n` +
      'brings it: run programs through npm (npm start, npx node FILE). Elsewhere install it: https://nodejs.org',
  );
  process.exit(1);
}
