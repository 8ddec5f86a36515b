import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { Features } from 'lightningcss';
import { defineConfig } from 'vite';
import { physicalCss } from './scripts/physical-css.mjs';

/** Browsers of 2019 get the complete design. Older ones get a plain page that works. */
const oldBrowsers = ['chrome70', 'edge79', 'firefox68', 'safari12', 'ios12'];

/**
 * Bundles what pages share, with all its imports, into few files. A page names each file in a preload and again in the
 * lists of its routes, and larger files compress better. What is loaded on demand stays separate.
 */
const sharedFiles = {
  libraries: ['react/jsx-runtime', 'react-dom/client', '@remix-run/react'],
  page: [
    'app/root.tsx',
    'app/platform/browser/cookie.ts',
    'app/platform/i18n/use-translation.ts',
    'app/platform/page/mailbox-link.tsx',
    'app/platform/page/tool.tsx',
    'app/platform/remix/hydration.client.tsx',
    'app/ui/class-names.ts',
    'app/ui/format.tsx',
    'app/ui/icon.tsx',
    'app/ui/link.tsx',
    'app/ui/numbers.ts',
    'app/ui/use-latest.ts',
    'app/ui/use-open.ts',
    'app/platform/form/hidden-fields.tsx',
    'app/platform/form/in-place-form.tsx',
    'app/platform/form/use-answer.ts',
    'app/platform/form/use-is-sending.ts',
    'app/platform/page/page-state.ts',
    'app/ui/error-summary.tsx',
    'app/ui/field-errors.tsx',
    'remix-utils/use-hydrated',
    'app/platform/browser/dialog-queue.ts',
    'app/drafts/draft-note.tsx',
    'app/shell/flash-message.tsx',
    'app/shell/time-zone-cookie.ts',
    'app/platform/browser/session-channel.ts',
    'app/ui/avatar.tsx',
    'app/ui/badge.tsx',
    'app/ui/button.tsx',
    'app/ui/card.tsx',
    'app/ui/card-states.tsx',
    'app/ui/checkbox-field.tsx',
    'app/ui/dialog.tsx',
    'app/ui/field.tsx',
    'app/ui/growth.tsx',
    'app/ui/icon-names.ts',
    'app/ui/text-field.tsx',
    'app/ui/time.tsx',
  ],
  fields: [
    'app/platform/form/plain-form.tsx',
    'app/platform/form/use-sending.ts',
    'app/ui/choice-group.tsx',
    'app/ui/select-field.tsx',
    'app/ui/textarea-field.tsx',
  ],
  member: [
    'app/display/display-form.tsx',
    'app/platform/browser/arrival.ts',
    'app/shell/member.layout.tsx',
    'app/ui/money.tsx',
    'app/ui/pagination.tsx',
    'app/ui/stepper.tsx',
    'app/ui/timeline.tsx',
    'app/ui/shared-sheets.ts',
    'app/ui/way-back.tsx',
  ],
  wallet: [
    'app/wallet/components/balance-plate.tsx',
    'app/wallet/components/progress-steps.tsx',
    'app/wallet/components/wallet-nav.tsx',
    'app/wallet/use-shown-form.ts',
  ],
  support: [
    'app/support/components/answer-time.tsx',
    'app/support/components/attachment-field.tsx',
    'app/support/components/message-fields.tsx',
    'app/support/components/ticket-badge.tsx',
    'app/support/components/ticket-sheet.tsx',
    'app/support/use-new-replies.ts',
    'app/ui/file-field.tsx',
    'app/ui/rich-text.tsx',
  ],
  growing: [
    'app/growing/components/growing-nav.tsx',
    'app/growing/components/growing-sheet.tsx',
    'app/growing/plant-filters.ts',
    'app/ui/growth-row.tsx',
  ],
  // The name follows `page` for the same reason as `validation`.
  talk: [
    'app/chat/chat-paths.ts',
    'app/chat/components/chat-form.tsx',
    'app/chat/components/chat-sheet.tsx',
    'app/chat/components/conversation-list.tsx',
    'app/chat/live/use-live-list.ts',
  ],
  // Named to follow `page`, too.
  tickets: [
    'app/appointments/appointment-path.ts',
    'app/appointments/components/appointment-sheet.tsx',
    'app/appointments/components/offers.tsx',
    'app/appointments/components/places.tsx',
    'app/appointments/components/state-badge.tsx',
    'app/appointments/components/when.tsx',
    'upstream/contract/appointment-facts.ts',
  ],
  // Lists and charts, which no page of a form has. The name follows `page`, too.
  tables: ['app/ui/bar-chart.tsx', 'app/ui/search-field.tsx', 'app/ui/table.tsx'],
  facts: ['app/ui/facts.tsx', 'app/settings/ability-key.ts'],
  team: ['app/affiliate/components/affiliate-nav.tsx', 'app/affiliate/components/team-sheet.tsx'],
  // Only pages with typed fields load conform. Rollup takes the files by name, so the name follows `page`.
  validation: ['app/platform/form/form.tsx', 'app/ui/conform-field.ts'],
};

/** Functions of the router that only tell developers something. The browser gets neither them nor their texts. */
const routerWarnings = ['warning', 'warningOnce', 'logV6DeprecationWarnings'];

const ownJsxRuntime = fileURLToPath(new URL('app/platform/page/jsx-runtime.ts', import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      appDirectory: 'app',
      ignoredRouteFiles: ['**/*'],
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  // If Vite found them one by one, it would bundle them again while a page of `npm run dev` loads, with React twice.
  optimizeDeps: {
    include: [
      '@conform-to/dom',
      '@conform-to/react',
      '@conform-to/zod/v4',
      '@hono/zod-openapi',
      '@remix-run/node',
      '@remix-run/react',
      '@sentry/remix',
      'cookie',
      'country-region-data',
      'laravel-echo',
      'postcode-validator',
      'pusher-js/worker',
      'pusher-js',
      'react',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'remix-i18next/server',
      'remix-utils/promise',
      'remix-utils/typed-cookie',
      'remix-utils/use-hydrated',
      'zod',
    ],
  },
  resolve: {
    // Elements without a copy of their properties: decision 0033.
    alias: isSsrBuild ? [{ find: /^react\/jsx-runtime$/, replacement: ownJsxRuntime }] : [],
  },
  css: {
    postcss: { plugins: [physicalCss] },
    // No rule says light-dark(), so the colour schemes need no variables for it.
    lightningcss: { exclude: Features.LightDark },
  },
  build: {
    // Every browser with module scripts runs this target. Older engines read only the HTML.
    target: 'es2020',
    // One or two percent smaller than the output of esbuild.
    minify: isSsrBuild ? undefined : 'terser',
    terserOptions: { compress: { passes: 4, pure_funcs: routerWarnings }, ecma: 2020, module: true },
    cssTarget: oldBrowsers,
    // Lowers nesting, new colours and similar features for the old browsers.
    cssMinify: 'lightningcss',
    // Inlined assets would be data: URLs, which the content security policy forbids.
    assetsInlineLimit: 0,
    rollupOptions: { output: { manualChunks: isSsrBuild ? undefined : sharedFiles } },
  },
}));
