import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject } from '../fixtures/calls.ts';
import { saved } from '../fixtures/downloads.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** The sample block in central Houston. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('a filter is counted, saved, selected and taken away as a file', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Filtered');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, houston);
  await page.getByRole('button', { name: 'Lists beside the map' }).click();
  await page.getByRole('tab', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Acres' }).click();
  const matching = page.waitForResponse((answer) => /\.mvt\?filter=ll_gisacre/.test(answer.url()) && answer.ok());
  await page.getByLabel('At least').fill('0.2');
  await page.getByLabel('At least').press('Enter');
  await matching;
  const summary = page.getByRole('status').filter({ hasText: /of [\d,]+ in view match$/ });
  await expect(summary).toBeVisible();
  const count = Number(((await summary.innerText()).split(' of ')[0] ?? '').replace(/\D/g, ''));
  expect(count).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByLabel('Name').fill('Large lots');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Large lots/ })).toBeVisible();

  await page.getByRole('button', { name: 'Select Matching in View' }).click();
  const panel = page.getByRole('region', { name: 'Selection' });
  await expect(panel.getByRole('heading', { name: count === 1 ? '1 parcel' : `${count} parcels` })).toBeVisible();
  await panel.getByRole('button', { name: 'Export' }).click();
  const file = await saved(page, () => page.getByRole('menuitem', { name: 'CSV' }).click());
  expect(file.name).toMatch(/^parcels-[\d-]+\.csv$/);
  const lines = file.bytes.toString().trim().split('\r\n');
  expect(lines).toHaveLength(count + 1);
  expect(lines[0]).toContain('source,source_licence');
});
