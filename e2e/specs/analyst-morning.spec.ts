import { expect, test, type APIRequestContext } from '@playwright/test';
import { Hands } from '../drivers/hands.ts';
import { MapDriver } from '../drivers/map.ts';
import { begin } from '../drivers/morning.ts';
import { SearchDriver } from '../drivers/search.ts';
import { markedParcels, propertyArrives } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

/** Clicks, keys and typed fields that the first half of the morning may take. By hand it is about 14 a parcel. */
const mostActions = 30;
const wanted = 40;

test("the analyst's morning, first half: from signing in to forty parcels, with their reasons and an owner's portfolio", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const hands = new Hands(page);
  const map = new MapDriver(page);
  const search = new SearchDriver(page);

  // A project with its criteria: an industrial site in Harris County, outside flood zones. The map opens with them.
  const project = await begin(page, hands, meridianAnalyst, {
    what: 'Morning',
    type: 'Site Selection - Industrial/Logistics',
    state: 'Texas',
    county: /^Harris/,
    filter: 'Restrict from FEMA flood zones',
    size: ['0.25', '10'],
  });
  await expect(search.drawer.getByText('0.25 to 10 acres', { exact: false })).toBeVisible();
  await expect(search.drawer.getByText('Outside flood zones', { exact: false })).toBeVisible();
  await hands.click('Run Search', search.runButton);
  await search.listed();

  // The ten best with their reasons: each line has its score, how sure it is, and a bar with a part for each wish; one says it in full.
  const headers = await bearer(request, meridianAnalyst);
  const run = new URL(page.url()).searchParams.get('search') ?? '';
  const best = await bestOf(request, headers, run);
  expect(best.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const facts = best[0]?.reasons.map(({ fact }) => fact) ?? [];
  expect(facts.length).toBeGreaterThan(2);
  for (const { rank, score, reasons } of best) {
    expect(reasons.map(({ fact }) => fact)).toEqual(facts);
    const points = reasons.reduce((sum, reason) => sum + reason.points, 0);
    expect(points, `the reasons of rank ${rank}`).toBeCloseTo(score, 1);
    await expect(search.row(rank)).toContainText(new RegExp(`^\\s*${rank}`));
    await expect(search.row(rank)).toContainText(/\d+% sure/);
    await expect(search.parts(rank)).toHaveCount(facts.length);
  }
  await hands.click('the first', search.row(1));
  const reasons = search.reasons.getByRole('listitem');
  await expect(reasons).toHaveCount(facts.length);
  for (const reason of await reasons.all()) await expect(reason).toContainText(/[\d.]+ of [\d.]+/);
  await map.ready();

  // The portfolio of its owner, in the panel that the line opened beside it.
  const panel = page.getByRole('region', { name: 'Inspected parcel' });
  await hands.click("the owner's portfolio", panel.getByRole('button', { name: 'Everything this owner has' }));
  await expect(panel.getByRole('heading', { name: /parcels? of this owner$/ })).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Parcels of this owner' }).getByRole('listitem').first()).toBeVisible();

  // Forty of them in the project.
  await hands.type('how many', search.drawer.getByLabel('How many of the best to add'), String(wanted));
  await hands.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: `${wanted} parcels were added to` })).toBeVisible();
  expect(await markedParcels(request, headers, project)).toHaveLength(wanted);

  hands.report(mostActions);

  // The page of the best one says how it stands, and leads back to the results.
  const [first] = best;
  if (!first) throw new Error('nothing was found');
  await propertyArrives(request, headers, project, first.parcelnumb);
  await page.goto(`/property/${encodeURIComponent(first.parcelnumb)}?project_id=${project}`);
  await expect(page.getByText(`Rank 1, score ${first.score.toFixed(1)}. `, { exact: false })).toBeVisible();
  await page.getByRole('link', { name: /^Run of / }).click();
  await expect(search.row(1)).toContainText(/\d+% sure/);
});

interface Result {
  readonly parcelnumb: string;
  readonly rank: number;
  readonly score: number;
  readonly reasons: readonly { readonly fact: string; readonly points: number }[];
}

/** The ten best of a run, as the service gives them. */
async function bestOf(request: APIRequestContext, headers: Headers, run: string): Promise<readonly Result[]> {
  const answer = await request.get(`/api-2/search_runs/${run}/results`, { headers, params: { limit: 10 } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { results: Result[] }).results;
}
