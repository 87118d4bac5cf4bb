import { expect, test, type APIRequestContext } from '@playwright/test';
import { GrowthDriver } from '../drivers/growth.ts';
import { LetterDriver } from '../drivers/letter.ts';
import { MapDriver } from '../drivers/map.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels, propertyArrives } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

/** A point of the sample block in central Houston that is always inside a parcel. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('an assemblage is kept as one site: in the project, on its property page, in its letter and in growth', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Site');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, houston);
  await map.openDrawer();

  // Adjoining parcels, added as one.
  await map.drawer.getByRole('tab', { name: 'Assemble' }).click();
  // More than a block of one parcel has.
  await map.drawer.getByLabel('Least acres').fill('2');
  await map.drawer.getByLabel('Most owners').fill('4');
  // Sites of a block are smaller than the ten acres of the preset.
  await map.drawer.getByRole('checkbox', { name: "Judge and rank by the project's criteria" }).uncheck();
  await map.drawer.getByRole('button', { name: 'Find Sites' }).click();
  const found = map.drawer.getByRole('list', { name: 'Assemblages' }).getByRole('listitem');
  const several = found.filter({ hasText: /\d parcels/ }).first();
  await several.getByRole('button').first().click();
  await map.drawer.getByRole('button', { name: 'Add as One Site' }).click();
  await expect(page.getByText(/^Site .+ \+\d+.* was added to the project\.$/)).toBeVisible();
  const [site = ''] = (await markedParcels(request, headers, project)) ?? [];
  expect(site).toMatch(/ \+\d+( \(\d+\))?$/);
  expect(await markedParcels(request, headers, project)).toHaveLength(1);

  // The list says so, and the panel leads to each of its parcels.
  await map.drawer.getByRole('tab', { name: 'Parcels' }).click();
  const row = map.drawer.getByRole('listitem').filter({ hasText: site });
  await expect(row).toContainText(/Site of \d+ parcels/);
  await row.getByRole('button').click();
  await expect(map.panel.getByTestId('inspected-number')).toHaveText(site);
  await judge(page, 'map-site');
  await page.setViewportSize({ width: 1440, height: 900 });
  const members = map.panel.getByRole('list', { name: 'Parcels' }).getByRole('button', { name: /^Inspect / });
  await expect(members).not.toHaveCount(0);
  const names = await members.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  const numbers = names.map((name) => name.replace('Inspect ', ''));
  expect(numbers.length).toBeGreaterThan(1);
  await members.first().click();
  await expect(map.panel.getByTestId('inspected-number')).toHaveText(numbers[0] ?? '');
  await row.getByRole('button').click();
  await expect(map.panel.getByTestId('inspected-number')).toHaveText(site);

  // Its property, whose number has a plus and a space.
  await propertyArrives(request, headers, project, site);
  await map.panel.getByRole('button', { name: 'Go to Property' }).click();
  await page.waitForURL(`**/property/${encodeURIComponent(site)}?*`);
  const property = new PropertyDriver(page);
  await property.ready();
  const line = page.getByText(`Site of ${numbers.length} parcels: `);
  for (const number of numbers) await expect(line).toContainText(number);

  // Its letter names all of them.
  await property.createLoi();
  const letter = new LetterDriver(page);
  await letter.ready();
  const sentence = page.getByText('Parcel Numbers:').locator('xpath=ancestor-or-self::p[1]');
  for (const number of numbers) await expect(sentence).toContainText(number);
  await expect(page.getByText(`consisting of the ${numbers.length} parcels listed below`)).toBeVisible();
  await expect(page.getByText('Site Area:')).toBeVisible();

  // A simulation around it has all of its land in its area, with a margin.
  await map.openAt(project, houston);
  await map.openDrawer();
  await row.getByRole('button').click();
  await map.panel.getByRole('link', { name: 'Simulate growth around it' }).click();
  await page.waitForURL('**/sleuth-growth?area=*');
  const growth = new GrowthDriver(page);
  await expect(growth.size).toHaveText(/^[\d,]+ km²$/);
  await growth.advanced(10, 5);
  await growth.run();
  const run = await growth.finished();
  const kept = await siteOf(request, headers, project);
  const { bbox } = await read<{ bbox: Record<'west' | 'south' | 'east' | 'north', number> }>(request, headers, `/api-2/growth_runs/${run}`);
  const points = (JSON.stringify(kept.geometry.coordinates).match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const [lons, lats] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)];
  expect(bbox.west).toBeLessThan(Math.min(...lons) - 0.08);
  expect(bbox.east).toBeGreaterThan(Math.max(...lons) + 0.08);
  expect(bbox.south).toBeLessThan(Math.min(...lats) - 0.08);
  expect(bbox.north).toBeGreaterThan(Math.max(...lats) + 0.08);

  // Its figures are those of all its parcels, each by its land.
  const alone = await Promise.all(
    kept.facts.site.members.map((member) => read<Placed>(request, headers, `/api-2/parcels/${member.ll_uuid}`)),
  );
  const asked = [...alone, kept.facts].map(({ ll_uuid, lon, lat }) => ({ parcel_number: ll_uuid, ll_uuid, lon, lat }));
  const answer = await request.post(`/api-2/growth_runs/${run}/parcels`, { headers, data: { parcels: asked } });
  const { parcels } = (await answer.json()) as { parcels: readonly { surrounded_percent_now: number }[] };
  const shares = parcels.slice(0, -1).map(({ surrounded_percent_now }) => surrounded_percent_now);
  const share = parcels.at(-1)?.surrounded_percent_now ?? -1;
  expect(shares).toHaveLength(numbers.length);
  expect(share).toBeGreaterThanOrEqual(Math.min(...shares));
  expect(share).toBeLessThanOrEqual(Math.max(...shares));
  await growth.result.getByRole('tab', { name: 'Parcels' }).click();
  const name = (await read<{ project_data: { project_name: string } }>(request, headers, `/api/get_project_data?project_id=${project}`))
    .project_data.project_name;
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('combobox', { name: 'Project' }).fill(name);
  await page.getByRole('option', { name }).click();
  await expect(growth.result.getByRole('row').filter({ hasText: site })).toContainText(/\d+ %|Already built up|N\/A/);
});

interface Placed {
  readonly ll_uuid: string;
  readonly lon: number;
  readonly lat: number;
}

interface Site {
  readonly facts: Placed & { readonly site: { readonly members: readonly { readonly ll_uuid: string }[] } };
  readonly geometry: { readonly coordinates: unknown };
}

async function read<T>(request: APIRequestContext, headers: Headers, path: string): Promise<T> {
  const answer = await request.get(path, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** The only parcel of a project, which is a site. */
async function siteOf(request: APIRequestContext, headers: Headers, project: string): Promise<Site> {
  const { parcels } = await read<{ parcels: readonly Site[] }>(request, headers, `/api/project_parcels?project_id=${project}`);
  const [site] = parcels;
  if (!site) throw new Error('the project has no site');
  return site;
}
