import path from 'node:path';

/** An input of tests/fixtures/field: what went wrong for people elsewhere, made small. */
export const fieldFixture = (name: string): string => path.resolve(import.meta.dirname, '../fixtures/field', name);
