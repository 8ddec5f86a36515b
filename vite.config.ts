import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { physicalCss } from './scripts/physical-css.mjs';

/** Browsers of 2019 get the whole design; older ones a plain page that works. */
const oldBrowsers = ['chrome70', 'edge79', 'firefox68', 'safari12', 'ios12'];

/**
 * What pages share, with all that it imports, in few files: a page names each of its files in a preload and again in the
 * lists of its routes, and larger files compress better. What is loaded on demand stays apart.
 */
const sharedFiles = {
  libraries: ['react/jsx-runtime', 'react-dom/client', '@remix-run/react', 'i18next', 'react-i18next'],
  form: ['app/platform/form.tsx', 'app/ui/conform-field.ts'],
  page: [
    'app/root.tsx',
    'app/platform/use-answer.ts',
    'app/shell/dialog-queue.ts',
    'app/shell/draft-note.tsx',
    'app/shell/flash-message.tsx',
    'app/shell/session-channel.ts',
    'app/ui/badge.tsx',
    'app/ui/card.tsx',
    'app/ui/card-states.tsx',
    'app/ui/checkbox-field.tsx',
    'app/ui/field.tsx',
    'app/ui/growth.tsx',
    'app/ui/icon-names.ts',
    'app/ui/table.tsx',
    'app/ui/time.tsx',
  ],
  fields: [
    'app/platform/verification-step.tsx',
    'app/ui/choice-group.tsx',
    'app/ui/facts.tsx',
    'app/ui/select-field.tsx',
    'app/ui/textarea-field.tsx',
  ],
  member: [
    'app/platform/display-form.tsx',
    'app/ui/dialog.tsx',
    'app/ui/numbers.ts',
    'app/ui/pagination.tsx',
    'app/ui/way-back.tsx',
    'app/wallet/components/wallet-nav.tsx',
  ],
  progress: ['app/platform/arrival.ts', 'app/ui/stepper.tsx', 'app/ui/timeline.tsx'],
};

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
  // Found one after another, they would be bundled anew while a page of `npm run dev` loads: with React twice.
  optimizeDeps: {
    include: [
      '@conform-to/dom',
      '@conform-to/react',
      '@conform-to/zod/v4',
      '@hono/zod-openapi',
      '@remix-run/node',
      '@remix-run/react',
      '@sentry/browser',
      'country-region-data',
      'i18next',
      'laravel-echo',
      'postcode-validator',
      'pusher-js/worker',
      'pusher-js',
      'react',
      'react-dom/client',
      'react-i18next',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'zod',
    ],
  },
  css: { postcss: { plugins: [physicalCss] } },
  build: {
    // What every browser with module scripts can be given; older engines read the HTML alone.
    target: 'es2020',
    // A hundredth or two smaller than what esbuild makes.
    minify: isSsrBuild ? undefined : 'terser',
    terserOptions: { compress: { passes: 2 }, module: true },
    cssTarget: oldBrowsers,
    // Lowers nesting, newer colours and the like for these, too.
    cssMinify: 'lightningcss',
    // Inlined assets would be data: URLs, which the content security policy forbids.
    assetsInlineLimit: 0,
    rollupOptions: { output: { manualChunks: isSsrBuild ? undefined : sharedFiles } },
  },
}));
