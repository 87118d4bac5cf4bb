/// <reference types="vitest/config" />
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { viteStaticCopy } from 'vite-plugin-static-copy';
import { compress } from './build/compress';
import { fontMark, fonts, isSubset } from './build/fonts';
import { maps } from './build/maps';

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Few chunks instead of a hundred small ones, which compress worse: what every page needs, what pages without session add, and what pages
 * with one add; each with all its imports that no earlier chunk has.
 */
const together = [
  { name: 'index', test: /\/src\/main\.tsx$/ },
  { name: 'open', test: /\/src\/routes\/(login|reset-password|confirm-email|unsubscribe)\.tsx$/ },
  { name: 'shell', test: /\/src\/app\/(routed|signed-in|shell\/shell)\.tsx$/ },
];

/** Where `npm run dev` finds the services: a product started by `make up`. */
const product = process.env['PROXY_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    maps(),
    fonts(),
    // pdf.js loads these at run time; they must come from our own origin.
    viteStaticCopy({
      targets: ['cmaps', 'standard_fonts', 'wasm', 'iccs'].map((folder) => ({
        src: join(pdfjs, folder, '*'),
        dest: `pdfjs/${folder}`,
        // Otherwise the files keep their path below node_modules.
        rename: { stripBase: true },
      })),
    }),
    compress(),
  ],
  server: {
    proxy: Object.fromEntries(['/api', '/property_api', '/api-2', '/run-sleuth'].map((path) => [path, { target: product }])),
  },
  build: {
    target: 'es2023',
    // Small files as data: URLs would need an exception in the content-security policy for fonts and scripts.
    assetsInlineLimit: 0,
    // Every target browser supports module preloading.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    // Used by `npm run weigh`.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: together.map((group, place) => ({ ...group, priority: together.length - place })) },
        assetFileNames: ({ names }) => `assets/[name]-[hash]${isSubset(names[0] ?? '') ? `-${fontMark}` : ''}[extname]`,
      },
    },
  },
  worker: { format: 'es' },
  test: {
    restoreMocks: true,
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    // A limit for busy machines: screens are driven key by key.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'functions', environment: 'node', include: ['src/**/*.test.ts'], exclude: ['src/**/*.{dom,isolated}.test.ts'] },
      },
      // A page and its libraries for each file would take longer than the tests, so the files of a worker share one.
      {
        extends: true,
        test: {
          name: 'page',
          environment: './src/testing/shared-page.ts',
          isolate: false,
          setupFiles: ['./src/testing/setup.ts'],
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          exclude: ['src/**/*.isolated.test.tsx'],
        },
      },
      // Files that replace modules with `vi.mock`, which the next file would get too.
      {
        extends: true,
        test: {
          name: 'isolated page',
          environment: 'jsdom',
          setupFiles: ['./src/testing/setup.ts'],
          include: ['src/**/*.isolated.test.{ts,tsx}'],
        },
      },
    ],
  },
});
