import { expect, test, type Page } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { SearchDriver } from '../drivers/search.ts';
import { enter } from '../drivers/session.ts';
import { createProject, severalParcels, tryAdd } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** The sample block in central Houston. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('states of the map: pointed at, far away, discarded, for review, by stage', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'States');
  const found = await severalParcels(request, headers, 9);
  for (const each of found.slice(0, 6)) await tryAdd(request, headers, project, each);
  const [grey, due] = found.slice(6).map(({ parcel }) => parcel.ll_uuid);
  const discard = (ll_uuid: unknown, reason: string) =>
    request.post('/api/discard_parcels', { headers, data: { project_id: project, ll_uuids: [ll_uuid], reason, note: 'Too narrow' } });
  for (const [id, reason] of [
    [grey, 'shape'],
    [due, 'flood'],
  ] as const)
    expect((await discard(id, reason)).ok()).toBe(true);
  await dueForReview(page, due);
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await map.openAt(project, houston, 16.5);
  const canvas = await page.locator('.maplibregl-canvas').boundingBox();
  if (!canvas) throw new Error('the map has no canvas');
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  await expect(page.getByRole('tooltip').filter({ hasText: 'acre' })).toBeVisible();
  await judge(page, 'map-hover');
  await map.openDrawer();
  await map.drawer.getByText(/^For review, 1$/).waitFor();
  await map.drawer.getByText(/^Discarded, 1$/).click();
  await map.drawer.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: 'Stage', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Colors: Stage' })).toBeVisible();
  await map.ready();
  await judge(page, 'map-stages');
  await page.getByRole('button', { name: 'End coloring' }).click();
  await map.openAt(project, houston, 11);
  await judge(page, 'map-far');
});

test('states of a selection: numbers that are not found, and too many parcels', async ({ page, request }) => {
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
  await panel.getByRole('button', { name: 'End selecting' }).click();
  // The sample region has fewer parcels than a selection may have.
  await page.route('**/api-2/parcel_selections', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        status: 422,
        code: 'selection.too_large',
        error: 'More than 10,000 parcels match. Choose a smaller area, or narrow the filter.',
      },
    }),
  );
  await choose('All in view');
  await expect(page.getByRole('alert').filter({ hasText: 'More than 10,000 parcels' })).toBeVisible();
  await judge(page, 'map-too-many');
});

/** The answer of the server with a fact that changed behind a discard: no county file of the sample region says so. */
async function dueForReview(page: Page, llUuid: unknown): Promise<void> {
  await page.route('**/api/project_parcels?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { discarded: { ll_uuid: string; changed: object | null }[] };
    for (const each of body.discarded)
      if (each.ll_uuid === llUuid) each.changed = { field: 'flood_zone', was: 'AE', now: 'X', changed_at: '2026-05-04T10:00:00Z' };
    await route.fulfill({ response: answer, json: body });
  });
}

test('states of a search: under way, cancelled, impossible', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const created = await request.post('/api/create_project', {
    headers,
    data: {
      project_name: `Impossible ${Date.now()}`,
      state: '48',
      county: '201',
      category: 'Site Selection - Office/General',
      site_size_min: 5000,
    },
  });
  expect(created.ok(), await created.text()).toBe(true);
  const { project_id: project } = (await created.json()) as { project_id: string };
  await enter(page, meridianAdmin);
  const search = new SearchDriver(page);
  await page.goto(`/map?project_id=${project}#map=15/29.7604/-95.3698`);
  await page.getByRole('button', { name: 'Lists beside the map' }).click();
  await search.drawer.getByRole('tab', { name: 'Search' }).click();
  await search.runButton.click();
  await expect(search.drawer.getByText(/^0 of [\d,]+ fit/)).toBeVisible();
  await judge(page, 'search-impossible');
  // The runs of the sample region end sooner than they can be looked at: the same run as it is before its end.
  const states = { running: { state: 'running', judged: 41_250, total: 94_112 }, cancelled: { state: 'cancelled' } } as const;
  for (const [name, part] of Object.entries(states)) {
    await page.unrouteAll();
    await page.route(/\/api-2\/search_runs\/[\w-]+$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...part } });
    });
    await page.route(/\/api-2\/search_runs\/[\w-]+\/events$/, (route) => route.abort());
    await page.reload();
    await search.drawer.getByRole('tab', { name: 'Search' }).click();
    const said = name === 'running' ? '41,250 of 94,112 parcels judged' : 'This search was cancelled.';
    await expect(search.drawer.getByText(said)).toBeVisible();
    await judge(page, `search-${name}`);
  }
});
