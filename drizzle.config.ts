import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './upstream/**/*.tables.ts',
  out: './upstream/database/migrations',
  // upstream/database/database.ts has the same setting.
  casing: 'snake_case',
});
