import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject, lookUp, tryAdd } from '../fixtures/calls.ts';
import { importCounty, importFloodMap, type CountyParcel } from '../fixtures/imports.ts';
import { judge } from '../fixtures/judge.ts';
import { harborAnalyst, meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** Washakie County, Wyoming: no other test has parcels there. */
const county = '56043';
const publisher = 'Washakie County Assessor';
const parcels: readonly CountyParcel[] = [
  { number: 'W-100', owner: 'HERON RANCH LLC', address: '1 Big Horn Avenue', lon: -107.65, lat: 43.95 },
  { number: 'W-101', owner: 'TENSLEEP HOLDINGS LP', address: '3 Big Horn Avenue', lon: -107.649, lat: 43.95 },
];
const [first, second] = parcels as [CountyParcel, CountyParcel];

test("an import is told under the bell: what changed of a project's parcel, and what newly matches a saved search", async ({
  page,
  request,
  browser,
}) => {
  const headers = await bearer(request, meridianAdmin);
  await importCounty(county, publisher, parcels);
  const project = await createProject(request, headers, 'Watch');
  const found = await lookUp(request, headers, first.lat + 0.0005, first.lon + 0.0005);
  expect(found.parcel.parcelnumb).toBe(first.number);
  expect(await tryAdd(request, headers, project, found)).toBeDefined();
  const filter = "owner IN ('WIND RIVER INDUSTRIAL LLC', 'CLOUD PEAK LLC')";
  const search = { project_id: project, name: 'New neighbours', filter, area: null };
  const left = { project_id: project, name: 'Heron land', filter: `owner = '${first.owner}'`, area: null };
  for (const data of [search, left]) expect((await request.post('/api/saved_searches', { headers, data })).status()).toBe(201);

  await enter(page, meridianAdmin);
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();

  // The project holds the first parcel; the second changes too, and nobody holds that one.
  await importCounty(county, publisher, [
    { ...first, owner: 'WIND RIVER INDUSTRIAL LLC' },
    { ...second, owner: 'CLOUD PEAK LLC' },
  ]);
  // It comes by itself: the page is not loaded again.
  await expect(bell).toHaveAccessibleName(/1 unread parcel change, \d+ unread saved search notice/);
  await bell.press('Enter');
  const told = page.getByRole('dialog', { name: 'Notifications' }).getByRole('region', { name: 'Parcel changes' });
  await expect(told.getByRole('listitem')).toHaveCount(1);
  await expect(told).toContainText(`${first.address} (${first.number})`);
  await expect(told).toContainText('Owner: HERON RANCH LLC → WIND RIVER INDUSTRIAL LLC');
  await expect(told).toContainText(publisher);
  await expect(bell).not.toHaveAccessibleName(/unread parcel change/);
  const matching = page.getByRole('link', { name: '2 parcels newly match “New neighbours”' });
  await expect(matching).toBeVisible();
  const lost = page.getByRole('listitem').filter({ hasText: '1 parcel that matched “Heron land” changed' });
  await expect(lost).toContainText('Changed: 1 no longer matches');
  await judge(page, 'bell');

  // The change leads to the parcel on the project's map.
  await page.setViewportSize({ width: 1440, height: 900 });
  await told.getByRole('link', { name: new RegExp(first.number) }).click();
  const map = new MapDriver(page);
  await expect(map.panel.getByTestId('inspected-number')).toHaveText(first.number);
  await expect(map.panel).toContainText('WIND RIVER INDUSTRIAL LLC');
  await expect(map.panel).toContainText('In this project');

  // The other news leads to the search on the same map.
  await bell.click();
  await matching.click();
  await expect(page.getByRole('tab', { name: 'Filters' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Filter in CQL2')).toHaveValue(filter);

  // The first flood map says what was unknown, which is no change; the one in its place says something else.
  await importFloodMap('Washakie', 'Flood Map Center', first, 'X');
  await importFloodMap('Washakie', 'Flood Map Center', first, 'AE');
  await expect(bell).toHaveAccessibleName(/1 unread parcel change/);
  await bell.click();
  await expect(told).toContainText('Flood zone: X → AE');
  await expect(told).toContainText('Flood Map Center');
  await expect(told).not.toContainText('unknown → X');

  // The other firm holds neither parcel, and has no such search.
  const other = await (await browser.newContext()).newPage();
  await enter(other, harborAnalyst);
  await other.goto('/dashboard');
  await other.getByRole('button', { name: /^Notifications/ }).click();
  await expect(other.getByRole('dialog', { name: 'Notifications' })).toContainText('Recent Activity');
  await expect(other.getByText('Parcel Changes')).toBeHidden();
  await expect(other.getByText('New neighbours')).toBeHidden();
});

test('a person chooses how to hear of parcel changes', async ({ page, request }) => {
  await enter(page, meridianAdmin);
  await page.goto('/profile?tab=notifications');
  await page.getByText('Weekly, on Mondays').click();
  await expect(page.getByRole('radio', { name: 'Weekly, on Mondays' })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Weekly, on Mondays' })).toBeChecked();
  await page.getByRole('button', { name: /^(Create|Replace) Feed$/ }).click();
  const address = page.getByLabel('Address of the feed');
  await expect(address).toBeVisible();
  const url = await address.inputValue();
  await judge(page, 'notifications');
  const feed = await request.get(new URL(url).pathname);
  expect(feed.status()).toBe(200);
  expect(feed.headers()['content-type']).toContain('application/atom+xml');

  // It ends at once.
  await page.getByRole('button', { name: 'End Feed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End Feed' }).click();
  await expect(page.getByText('You have no feed.')).toBeVisible();
  expect([404, 410]).toContain((await request.get(new URL(url).pathname)).status());
  await page.getByText('Daily', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Daily' })).toBeChecked();
});
