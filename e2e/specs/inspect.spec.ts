import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels, severalParcels, tryAdd } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** A point of the sample block in central Houston that is always inside a parcel. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('a click inspects, the keys go on from there, and the list beside the map follows', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Inspect');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, houston);
  await map.openDrawer();
  await expect(map.drawer).toContainText('No parcels yet.');

  // The pointer alone tells of a parcel; a click opens its panel.
  const first = await map.inspectInTheMiddle();
  await expect(map.panel).toContainText(/acres?/);
  await expect(map.panel).toContainText('Sample data');
  // The layers of the sample city reach it.
  const terrain = map.panel.getByRole('region', { name: 'Terrain and access' });
  await expect(terrain).toContainText(
    /Slope\s*(Below what is mapped|[\d.]+% or more)\s*Distance to a highway\s*[\d.]+ mi\s*Distance to a railway\s*[\d.]+ mi/,
  );
  await expect(terrain).toContainText(/Source of slope.*: .*\d{4}/);
  await expect(page.locator('.maplibregl-map').getByRole('tooltip')).toContainText(first);

  // A adds it; the list has it at once, as the current one.
  await page.keyboard.press('a');
  await expect(page.getByText(`Parcel ${first} was added to the project.`)).toBeVisible();
  await expect(map.panel).toContainText('In this project');
  const row = map.drawer.getByRole('listitem').filter({ hasText: first });
  await expect(row.getByRole('button')).toHaveAttribute('aria-current', 'true');
  expect(await markedParcels(request, headers, project)).toEqual([first]);

  // An arrow goes to the neighbour, D discards that one.
  await page.keyboard.press('ArrowRight');
  await expect(map.panel.getByTestId('inspected-number')).not.toHaveText(first);
  const second = await map.inspectedNumber();
  await expect(row.getByRole('button')).not.toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Discard Parcel' });
  await dialog.getByText('Access').click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(`Parcel ${second} was discarded.`)).toBeVisible();
  await expect(map.panel).toContainText(/Discarded by .*: Access/);

  // The list leads back to the first parcel; the outline is on the map again.
  await row.getByRole('button').click();
  await expect(map.panel.getByTestId('inspected-number')).toHaveText(first);
  await map.panel.press('Escape');
  await expect(map.panel).toBeHidden();

  // Without a mouse.
  await page.getByRole('button', { name: 'Inspect the middle' }).press('Enter');
  await expect(map.panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Inspect the middle' })).toBeFocused();
});

test('on a phone the lists are as they were when the panel of a parcel closes', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Phone');
  for (const found of await severalParcels(request, headers, 12)) await tryAdd(request, headers, project, found);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, houston);
  await map.openDrawer();
  await map.drawer.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Acres' }).click();
  const last = map.drawer.getByRole('listitem').last().getByRole('button');
  await last.scrollIntoViewIfNeeded();
  const before = await last.boundingBox();
  await last.click();
  await expect(map.panel.getByTestId('inspected-number')).toBeVisible();
  await expect(map.drawer).toBeHidden();
  await map.panel.getByRole('button', { name: 'Close' }).click();
  await expect(map.drawer).toBeVisible();
  expect(await last.boundingBox()).toEqual(before);
  await expect(last).toBeFocused();
  await expect(map.drawer.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Acres, largest first');
});

test('a parcel that is clicked while a field has the focus is inspected with the keys', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Focus');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, houston);
  await page.getByLabel('Search for a place').fill('main');
  await map.inspectInTheMiddle();
  await page.keyboard.press('Escape');
  await expect(map.panel).toBeHidden();
});
