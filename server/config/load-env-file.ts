import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Imported before anything reads the environment; what the environment says already counts more than the file. */
if (existsSync('.env')) loadEnvFile('.env');
