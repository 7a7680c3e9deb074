import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the next SQL migration from the schema. */
export default defineConfig({ dialect: 'postgresql', schema: './server/db/schema.ts', out: './server/db/migrations' });
