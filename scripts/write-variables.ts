// Writes docs/variables.md and .env.example from the schema of the environment.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeEnvironmentExample, writeVariablesPage } from './variables-text.ts';

const root = path.resolve(import.meta.dirname, '..');
writeFileSync(path.join(root, 'docs/variables.md'), writeVariablesPage());
writeFileSync(path.join(root, '.env.example'), writeEnvironmentExample());
