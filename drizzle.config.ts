import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './upstream/**/*.tables.ts',
  out: './upstream/database/migrations',
  // The same in upstream/database/database.ts.
  casing: 'snake_case',
});
