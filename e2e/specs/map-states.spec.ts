import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { SearchDriver } from '../drivers/search.ts';
import { enter } from '../drivers/session.ts';
import { createProject, severalParcels, tryAdd } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** The sample block in central Houston. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('states of the map: pointed at, far away, discarded, by stage', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'States');
  const found = await severalParcels(request, headers, 9);
  for (const each of found.slice(0, 6)) await tryAdd(request, headers, project, each);
  const grey = found.slice(6).map(({ parcel }) => parcel.ll_uuid);
  const discarded = await request.post('/api/discard_parcels', {
    headers,
    data: { project_id: project, ll_uuids: grey, reason: 'shape', note: 'Too narrow' },
  });
  expect(discarded.ok(), await discarded.text()).toBe(true);
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await map.openAt(project, houston, 16.5);
  const canvas = await page.locator('.maplibregl-canvas').boundingBox();
  if (!canvas) throw new Error('the map has no canvas');
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  let moved = 0;
  const point = async () => {
    // A phone has no pointer.
    if ((page.viewportSize()?.width ?? 0) < 800) return;
    await expect(async () => {
      moved = 1 - moved;
      await page.mouse.move(x + moved, y);
      await expect(page.getByRole('tooltip').filter({ hasText: 'acre' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
  await point();
  await judge(page, 'map-hover', { settled: point });
  await map.openDrawer();
  await map.drawer.getByText(/^Discarded, 3$/).click();
  await map.drawer.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: 'Stage', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Colors: Stage' })).toBeVisible();
  await map.ready();
  await judge(page, 'map-stages');
  await page.getByRole('button', { name: 'End coloring' }).click();
  await map.openAt(project, houston, 11);
  await judge(page, 'map-far');
});

test('numbers and addresses that are not found', async ({ page, request }) => {
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Selection states');
  const [first, second] = await severalParcels(request, headers, 2);
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await map.openAt(project, houston, 16.5);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Select parcels' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Numbers or addresses…');
  const lines = [first?.parcel.parcelnumb, second?.parcel.parcelnumb, '999-not-a-number', '12 Nowhere Lane, Houston', 'x'.repeat(120)];
  await page.getByLabel('Parcel numbers or street addresses').fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Find 5 Parcels' }).click();
  const panel = page.getByRole('region', { name: 'Selection' });
  await expect(panel.getByRole('list', { name: 'Not found' }).getByRole('listitem')).toHaveCount(3);
  await judge(page, 'map-not-found');
});

test('a search of which no parcel fits', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Impossible', {
    county: '201',
    category: 'Site Selection - Office/General',
    site_size_min: 5000,
  });
  await enter(page, meridianAdmin);
  const search = new SearchDriver(page);
  await page.goto(`/map?project_id=${project}#map=15/29.7604/-95.3698`);
  await page.getByRole('button', { name: 'Lists beside the map' }).click();
  await search.drawer.getByRole('tab', { name: 'Search' }).click();
  await search.runButton.click();
  await expect(search.drawer.getByText(/^0 of [\d,]+ fit/)).toBeVisible();
  await judge(page, 'search-impossible');
});
