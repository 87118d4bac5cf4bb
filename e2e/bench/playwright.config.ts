import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';

/** Measurements on screen, run by `make bench` one after the other; no test run includes them. */
export default defineConfig(journeys, {
  testMatch: '*.bench.ts',
  workers: 1,
  use: { deviceScaleFactor: 1, reducedMotion: 'no-preference' },
  reporter: 'line',
  projects: [{ name: 'bench', testDir: '.' }],
});
