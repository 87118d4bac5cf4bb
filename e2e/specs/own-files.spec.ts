import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** An area, a line and a point around the sample block in central Houston. */
const survey = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-95.3715, 29.759],
            [-95.368, 29.759],
            [-95.368, 29.762],
            [-95.3715, 29.759],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: [
          [-95.373, 29.7604],
          [-95.3667, 29.7604],
        ],
      },
    },
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-95.3698, 29.7598] } },
  ],
};

test('one’s own file and flood zones are layers of the map', async ({ page, request }) => {
  // Every state is judged at two sizes and in two themes.
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Own files');
  const sent: string[] = [];
  page.on('request', (each) => {
    if (each.method() === 'POST') sent.push(each.postData() ?? '');
  });
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, { lat: 29.7604, lon: -95.3698 });
  await page.getByRole('button', { name: 'Select parcels' }).click();
  await page.getByRole('menuitem', { name: 'From a file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select by a File' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'survey.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(JSON.stringify(survey)) });
  await judge(page, 'own-file-dialog');
  await dialog.getByRole('button', { name: 'Show on the Map' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Layers' }).click();
  await expect(page.getByRole('checkbox', { name: 'survey.geojson' })).toBeChecked();
  await judge(page, 'own-file-layer');
  // Flood zones are shown when they are asked for, with whose they are.
  await page.getByRole('checkbox', { name: 'Flood zones' }).check();
  const flood = page.getByRole('region', { name: 'Flood zones' });
  await expect(flood).toContainText('Sitewright sample data');
  await judge(page, 'flood-layer');
  await page.getByRole('checkbox', { name: 'Flood zones' }).uncheck();
  await expect(flood).toBeHidden();
  await page.getByRole('button', { name: 'Remove survey.geojson' }).click();
  await expect(page.getByRole('checkbox', { name: 'survey.geojson' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: 'In the project' })).toBeHidden();
  expect(sent.filter((body) => body.includes('-95.3715'))).toEqual([]);
});

test('a radius around the middle of the map is selected by keys', async ({ page, request }) => {
  const project = await createProject(request, await bearer(request, meridianAnalyst), 'Radius');
  await enter(page, meridianAnalyst);
  await new MapDriver(page).openAt(project, { lat: 29.7604, lon: -95.3698 });
  await page.getByRole('button', { name: 'Select parcels' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Around the middle of the map…' }).press('Enter');
  const radius = page.getByRole('dialog');
  await expect(radius.getByRole('textbox').first()).toBeFocused();
  await judge(page, 'radius-dialog');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Selection' });
  await expect(panel.getByRole('heading', { name: /^[1-9][\d,]* parcels$/ })).toBeVisible();
  await judge(page, 'radius-selection');
});
