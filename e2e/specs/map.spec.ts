import { expect, test, type Locator } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { enter, signIn } from '../drivers/session.ts';
import { createProject, lookUp, tryAdd } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

// The map moves as it does for most people; elsewhere it jumps.
test.use({ reducedMotion: 'no-preference' });

/** A point of the sample block in central Houston that is always inside a parcel. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('a map that was opened by its address knows its middle, its parcels and its fallback', async ({ page }) => {
  // Block imagery and other external services.
  await page.route(/nationalmap\.gov|openstreetmap\.org|texas\.gov/, (route) => route.abort());
  // MapLibre modules left out of the build throw when they are used.
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await signIn(page, meridianAnalyst);
  const projects = new ProjectsDriver(page);
  const name = uniqueName('Map');
  await projects.open();
  const type = 'Site Selection - Retail/General';
  const projectId = await projects.create({ name, state: 'Texas', market: /^Houston/, submarket: /^Harris/, type });
  const map = new MapDriver(page);
  const borders = page.waitForResponse(/\/api\/border_tiles\//);
  await map.openAt(projectId, houston);
  expect((await borders).status()).toBeLessThan(300);

  // The imagery notice can be closed, and the street map can be chosen.
  await expect(page.getByText('Satellite imagery is unavailable.')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Satellite imagery is unavailable.')).toBeHidden();

  // The keyboard places the marker in the centre, although the map never moved.
  const draw = page.getByRole('button', { name: 'Draw marker' });
  await draw.press('Enter');
  await draw.press('Enter');
  await expect(map.review).toBeVisible();
  await expect(map.review).toContainText(/Houston, TX/);
  await expect(map.review).toContainText(/acres?/);
  await map.review.getByRole('button', { name: 'Add to Project' }).click();
  await expect(map.details).toBeVisible();
  const number = (await map.details.getByTestId('parcel-number').innerText()).trim();
  await map.details.press('Escape');
  await expect(map.details).toBeHidden();

  // A parcel of the project shows its details instead of the review.
  await map.openAt(projectId, houston);
  await map.drawMarkerInTheMiddle();
  await expect(map.details).toContainText(number);
  await expect(map.review).toBeHidden();
  await map.details.press('Escape');

  // Places near the view are listed first, with their state.
  await page.getByLabel('Search for a place').fill(number);
  await expect(page.getByRole('option').first()).toContainText(/, TX/);
  expect(faults).toEqual([]);
});

test('on a phone a parcel is seen above the sheet that tells of it', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Sheet');
  await tryAdd(request, headers, project, await lookUp(request, headers, houston.lat, houston.lon));
  await enter(page, meridianAnalyst);
  await page.setViewportSize({ width: 390, height: 844 });
  const map = new MapDriver(page);
  // In the lower part of the map, where the sheet will open.
  await map.openAt(project, { lat: houston.lat + 0.0018, lon: houston.lon });
  const place = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) throw new Error('it has no place in the window');
    return box;
  };
  /** Position of the marker in the window, from the view in the URL. */
  const marker = async () => {
    const canvas = await place(page.locator('.maplibregl-canvas'));
    const [, zoom = NaN, lat = NaN] = (/#map=([\d.]+)\/([\d.-]+)\//.exec(page.url()) ?? []).map(Number);
    const world = 512 * 2 ** zoom;
    const down = (degrees: number) => ((1 - Math.asinh(Math.tan((degrees * Math.PI) / 180)) / Math.PI) / 2) * world;
    return { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 + down(houston.lat) - down(lat), top: canvas.y };
  };
  const aboveSheet = async () => {
    const { y, top } = await marker();
    return y > top + 30 && y < (await place(map.details)).y - 40;
  };
  await expect(async () => {
    const { x, y } = await marker();
    await page.mouse.click(x, y);
    await expect(map.details).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await expect.poll(aboveSheet).toBe(true);
  // Browser toolbars reduce the window's height.
  await page.setViewportSize({ width: 390, height: 540 });
  await expect.poll(aboveSheet).toBe(true);
});
