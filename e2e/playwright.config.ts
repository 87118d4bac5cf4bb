import { defineConfig } from '@playwright/test';
import { env } from './fixtures/environment.ts';

/**
 * One real Chromium (Debian's, without windows) against the whole product through nginx. Journeys can share the product, because each creates its own
 * projects; fault tests kill services, so they run after them, one at a time.
 */
export default defineConfig({
  outputDir: `${env.artifacts}/playwright`,
  reporter: [['list'], ['json', { outputFile: `${env.artifacts}/playwright.json` }], ['./fixtures/left-out.ts']],
  forbidOnly: true,
  retries: 0,
  // One for each core of a small machine. Tests of a file run one after the other unless the file says otherwise.
  workers: 2,
  // A map with a software renderer takes seconds to load and become idle on two busy cores.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: env.baseUrl,
    viewport: { width: 1440, height: 900 },
    // Most of a test's time is the software GL's, which draws each pixel: half of them each way is a quarter. Sizes in CSS pixels stay.
    // Tests that look at pixels ask for all of them.
    deviceScaleFactor: env.pixels,
    // The same for the frames between two views of a map, and for what fades in. Tests that look at movement ask for it.
    reducedMotion: 'reduce',
    // A trace takes a seventh of the time of all tests. `--trace retain-on-failure` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: env.chromium,
      args: [
        '--no-sandbox',
        // Only WebGL is drawn by the software GPU: for pages it is slower than the software compositor.
        '--disable-gpu-compositing',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'journeys', testDir: './specs' },
    { name: 'faults', testDir: './faults', dependencies: ['journeys'], workers: 1 },
  ],
});
