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

/** One file instead of twenty: together they pack better, and every page needs them. */
const usedBySigningIn =
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase|PasswordInput|Stack|TextInput|Title)\/|\/src\/(api\/client|lib\/(paths|session|use-sending)|ui\/(brand|dialogs))\./;

/** Where `npm run dev` finds the services: a product started by `make up`. */
const product = process.env['PROXY_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    maps(),
    fonts(),
    // pdf.js reads these at run time; they must come from our own origin.
    viteStaticCopy({
      targets: ['cmaps', 'standard_fonts', 'wasm', 'iccs'].map((folder) => ({
        src: join(pdfjs, folder, '*'),
        dest: `pdfjs/${folder}`,
        // Else the files keep their path below node_modules.
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
    // Small files as data: addresses would need an exception in the content-security policy for fonts and scripts.
    assetsInlineLimit: 0,
    // Every browser that the target allows preloads modules by itself.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    // What `npm run weigh` reads.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'open', test: usedBySigningIn }] },
        assetFileNames: ({ names }) => `assets/[name]-[hash]${isSubset(names[0] ?? '') ? `-${fontMark}` : ''}[extname]`,
      },
    },
  },
  worker: { format: 'es' },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // A bound for a busy machine, not a wait: screens are driven key by key.
    testTimeout: 30_000,
  },
});
