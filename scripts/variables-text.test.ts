import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import words from '#server/config/variables.json' with { type: 'json' };
import { variables } from '#server/config/variables.ts';
import { writeEnvironmentExample, writeVariablesPage } from './variables-text.ts';

it('the page of variables and .env.example say what the server reads: npm run format writes them', () => {
  expect(readFileSync('docs/variables.md', 'utf8')).toBe(writeVariablesPage());
  expect(readFileSync('.env.example', 'utf8')).toBe(writeEnvironmentExample());
});

it('no words stand for a variable that nobody reads', () => {
  expect(Object.keys(words)).toEqual(Object.keys(variables));
});
