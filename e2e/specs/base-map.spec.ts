import { expect, test, type Page } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

test.describe.configure({ mode: 'parallel' });

/** The middle of the sample city. */
const houston = { lat: 29.7604, lon: -95.3698 };

/** A project's map on a machine without network: its address, and requests that left the product. */
async function offline(page: Page, projectOf: () => Promise<string>): Promise<{ project: string; map: MapDriver; left: string[] }> {
  const left: string[] = [];
  await page.route(/nationalmap\.gov|openstreetmap\.org|texas\.gov/, (route) => {
    left.push(new URL(route.request().url()).hostname);
    return route.abort();
  });
  await enter(page, meridianAnalyst);
  return { project: await projectOf(), map: new MapDriver(page), left };
}

/** Selects a base map. */
async function choose(page: Page, base: 'Satellite' | 'Streets'): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Base map' }).getByText(base).click();
}

/** Share of the map's middle whose pixels have about this colour (red, green, blue). */
async function share(page: Page, colour: readonly [number, number, number], reach = 10): Promise<number> {
  const picture = await page.screenshot({ clip: { x: 420, y: 250, width: 600, height: 400 } });
  return page.evaluate(
    async ({ bytes, wanted, reach }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${bytes}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (wanted.every((value, part) => Math.abs((data[at + part] ?? 0) - value) < reach)) found += 1;
      }
      return found / (data.length / 4);
    },
    { bytes: picture.toString('base64'), wanted: [...colour], reach },
  );
}

test.describe('colours of pixels', () => {
  // They are counted.
  test.use({ deviceScaleFactor: 1 });

  test('streets and names come from our own server, without any other host', async ({ page, request }) => {
    const headers = await bearer(request, meridianAnalyst);
    const answers: { status: number; type: string | undefined }[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/basemap/')) answers.push({ status: answer.status(), type: answer.headers()['content-type'] });
    });
    const { project, map, left } = await offline(page, () => createProject(request, headers, 'Streets'));
    await map.openAt(project, houston, 16);
    await page.getByRole('button', { name: 'Layers' }).click();
    await page.getByRole('checkbox', { name: 'Parcels', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'County parcels (Texas)' }).uncheck();
    await page.keyboard.press('Escape');
    await choose(page, 'Streets');
    // Opened again, because requests for imagery may still be under way.
    await page.goto('about:blank');
    left.length = 0;
    await map.openAt(project, houston, 16);
    // White streets on paper, and names in the colour that only names have.
    await expect.poll(() => share(page, [255, 255, 255])).toBeGreaterThan(0.05);
    // Letters are thin: few of their pixels have the whole colour.
    await expect.poll(() => share(page, [95, 100, 114], 30)).toBeGreaterThan(0.0005);
    expect(await share(page, [243, 240, 233])).toBeGreaterThan(0.2);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([206]));
    expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['application/vnd.pmtiles']));
    expect(left).toEqual([]);
    // Imagery cannot be loaded, but streets are there, too.
    await choose(page, 'Satellite');
    await expect(page.getByText('Satellite imagery is unavailable.')).toBeVisible();
  });
});

test('an archive is read by parts, and one that is not there is a 404', async ({ request }) => {
  const part = await request.get('/basemap/sample-city.pmtiles', { headers: { range: 'bytes=0-6' } });
  expect(part.status()).toBe(206);
  expect((await part.body()).toString()).toBe('PMTiles');
  expect(part.headers()['etag']).toMatch(/^"/);
  expect(part.headers()['content-encoding']).toBeUndefined();
  expect((await request.get('/basemap/none.pmtiles')).status()).toBe(404);
  expect((await request.get('/basemap/')).status()).toBe(404);
});

test('a map without its archives says so and shows borders', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  await page.route('**/basemap/**', (route) => route.fulfill({ status: 404 }));
  const { project, map } = await offline(page, () => createProject(request, headers, 'No archives'));
  await map.openAt(project, houston, 9);
  await choose(page, 'Streets');
  await expect(page.getByText('The street map is unavailable. Borders and parcels are still shown.')).toBeVisible();
  await expect(page.getByText('Zoom in to see parcels')).toBeVisible();
});

test('screens of the base map: from afar, layers, measuring', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAnalyst);
  const { project, map } = await offline(page, () => createProject(request, headers, 'Base map'));
  await map.openAt(project, { lat: 39.8, lon: -98.6 }, 4);
  await choose(page, 'Streets');
  await expect(page.getByText('Zoom in to see parcels')).toBeVisible();
  await judge(page, 'map-country');

  await page.setViewportSize({ width: 1440, height: 900 });
  await map.openAt(project, houston, 16);
  await page.getByRole('button', { name: 'Layers' }).click();
  await expect(page.getByRole('slider', { name: 'Opacity of Parcels' })).toBeVisible();
  await judge(page, 'map-layers');
  await page.keyboard.press('Escape');

  // By keyboard: two corners in the middle of the map, which is moved in between.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Measure' }).press('Enter');
  const add = page.getByRole('button', { name: 'Add Point' });
  await expect(add).toBeFocused();
  await add.press('Enter');
  await page.locator('.maplibregl-canvas').press('ArrowRight');
  await expect(async () => {
    await add.press('Enter');
    await expect(page.getByTestId('measured-distance')).toContainText(/[1-9]\d* ft/, { timeout: 1_000 });
  }).toPass();
  await judge(page, 'map-measure');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Measurement' })).toBeHidden();
  await expect(page.getByTestId('coordinates')).toContainText(/° N, 95\./);
});
