import { expect, test } from '@playwright/test';
import { GrowthDriver } from '../drivers/growth.ts';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject, runEnds, startRun, tryAdd } from '../fixtures/calls.ts';
import { saved } from '../fixtures/downloads.ts';
import { harborAdmin, meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually } from '../fixtures/product.ts';

// The years of a simulation are played.
test.use({ reducedMotion: 'no-preference' });

const regions = [
  { name: 'Charlotte region', lat: 35.2271, lon: -80.8431 },
  { name: 'Denver region', lat: 39.7392, lon: -104.9903 },
] as const;

for (const { name, lat, lon } of regions) {
  test(`from the ${name} to the chance of growth around a saved parcel`, async ({ page, request }) => {
    const headers = await bearer(request, meridianAnalyst);
    const project = await createProject(request, headers, 'Growth');
    const parcelnumb = `G-${Date.now().toString(36)}`;
    await tryAdd(request, headers, project, { lat, lon, parcel: { parcelnumb, address: '1 Growth Way' } as never });

    await enter(page, meridianAnalyst);
    const growth = new GrowthDriver(page);
    await growth.open();
    await growth.run();
    await expect(page.getByText('Please select an area first.')).toBeVisible();
    await growth.selectSample(name);
    await expect(page.getByText('Please select an area first.')).toHaveCount(0);
    await growth.run();
    const run = await growth.finished();

    // Growth counts from the layers to the last year.
    const [before, after, growthPercent] = await growth.figures();
    expect([before?.name, after?.name, growthPercent?.name].join()).toMatch(/^Urban area \d{4},Urban area \d{4},Growth$/);
    const expected = 100 * ((after?.value ?? 0) / (before?.value ?? 0) - 1);
    // The areas are shown in whole square kilometres, a larger part of a small region.
    const rounding = (100 * (after?.value ?? 0)) / (before?.value ?? 1) ** 2;
    expect(Math.abs((growthPercent?.value ?? 0) - expected)).toBeLessThan(0.2 + rounding);

    // Default coefficients give no forecast, and their random variation is not a forecast error.
    await expect(growth.result.getByRole('note')).toHaveText('Uncalibrated: the amount of growth is not a forecast');
    const told = growth.result.getByLabel('Figures');
    await expect(told).toContainText(/Growth a year\d+\.\d\d %Spread between runs± \d+\.\d km²/);
    await expect(growth.result.getByLabel('Layers and coefficients')).toContainText('Cell size150 mUrban layers1990, 2000, 2010, 2020');
    await expect(growth.result.getByRole('list', { name: 'Legend of the image' })).toHaveText(
      /^Urban in 202010 to 19 % of runs.*WaterExcluded from growthMain roads$/,
    );

    // Image and overlay show growth, and more at the end than at the start.
    await expect(growth.result.getByText('Sample data')).toBeVisible();
    expect((await growth.pixels(`/api-2/growth_runs/${run}/picture.png`)).colours).toBeGreaterThan(20);
    await growth.press('Home');
    const first = Number(await growth.year.textContent());
    await growth.press('End');
    const last = Number(await growth.year.textContent());
    expect(last - first).toBe(29);
    const [early, late] = [
      await growth.pixels(`/api-2/growth_runs/${run}/overlay/${first}.png`),
      await growth.pixels(`/api-2/growth_runs/${run}/overlay/${last}.png`),
    ];
    expect(early.painted).toBeGreaterThan(1000);
    expect(late.painted).toBeGreaterThan(early.painted);
    await page.getByRole('button', { name: 'Play growth' }).click();
    // Which intermediate years are seen depends on the machine's load.
    await expect(growth.year).not.toHaveText(String(last));
    await expect(growth.year).toHaveText(String(last));

    // The files have the expected formats.
    const file = async (button: string) => (await saved(page, () => growth.result.getByRole('link', { name: button }).click())).bytes;
    expect((await file('PNG')).subarray(1, 4).toString()).toBe('PNG');
    expect(['II*\0', 'MM\0*']).toContain((await file('GeoTIFF')).subarray(0, 4).toString('latin1'));
    const lines = (await file('CSV')).toString().trim().split('\n');
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)).toContain(String(last));
    expect(lines.at(-1)).toContain('Uncalibrated');

    await growth.result.getByRole('tab', { name: 'Curves' }).click();
    await expect(growth.result.getByRole('table', { name: 'Urban area by year, km²' })).toHaveText(new RegExp(String(last)));

    await growth.result.getByRole('tab', { name: 'Parcels' }).click();
    await page.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('combobox', { name: 'Project' }).fill('Growth');
    await page.getByRole('option').filter({ hasText: 'Growth' }).first().click();
    const row = page.getByRole('row').filter({ hasText: '1 Growth Way' });
    await expect(row).toContainText(/\d+ %|Already built up|N\/A/);

    // After a reload the run and its area are shown again; another firm cannot open them.
    const size = await growth.size.innerText();
    await page.reload();
    expect(await growth.finished()).toBe(run);
    await expect(growth.size).toHaveText(size);
    await growth.inView();
    const theirs = await request.get(`/api-2/growth_runs/${run}/result`, { headers: await bearer(request, harborAdmin) });
    expect(theirs.status()).toBe(404);
  });
}

test('growth of the sample city is a layer of the map, a fact of its parcels, a filter and a wish of a search', async ({
  page,
  request,
}) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'City growth');
  const name = `City ${Date.now().toString(36)}`;
  const city = { west: -95.43, south: 29.71, east: -95.31, north: 29.81 };
  const run = await startRun(request, headers, { kind: 'prediction', bbox: city, horizon_years: 20, iterations: 10, name });
  await runEnds(request, headers, run);

  // The layer lies under the parcels of the city.
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, { lat: 29.7604, lon: -95.3698 }, 13);
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.getByRole('combobox', { name: 'Growth simulation' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await page.keyboard.press('Escape');
  const legend = page.getByRole('region', { name: 'Growth chance' });
  await expect(legend).toContainText('Growth chance by');
  await expect(legend).toContainText(name);

  // The filter takes the simulation that is shown.
  await map.openDrawer();
  await page.getByRole('tab', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Growth chance', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Growth simulation' })).toHaveValue(new RegExp(`^${name}`));
  await page.getByLabel('Chance at least').fill('5');
  await page.getByLabel('Chance at least').press('Enter');
  const summary = page.getByRole('status').filter({ hasText: /^[\d,]+ of [\d,]+ in view match$/ });
  await expect(summary).toBeVisible();
  const number = (text: string | undefined) => Number((text ?? '').replace(/\D/g, ''));
  const [matching, all] = (await summary.innerText()).split(' of ');
  expect(number(matching)).toBeGreaterThan(0);
  expect(number(matching)).toBeLessThan(number(all));

  // A search wishes for it, and says where the chance is from.
  const criteria = {
    version: 1,
    gates: [],
    wishes: [{ fact: 'growth_chance', weight: 1, curve: { kind: 'ramp', zero: 0, one: 1 } }],
  };
  const area = { county_fips: ['48201'] };
  const search = await request.post('/api-2/search_runs', {
    headers,
    data: { project_id: project, area, criteria, growth_run_id: run },
  });
  expect(search.status(), await search.text()).toBe(202);
  const { run_id: searched } = (await search.json()) as { run_id: string };
  await eventually('the end of the search', 60, async () => {
    const answer = await request.get(`/api-2/search_runs/${searched}`, { headers });
    return ((await answer.json()) as { state: string }).state === 'done' || undefined;
  });
  const { results } = (await (await request.get(`/api-2/search_runs/${searched}/results?limit=1`, { headers })).json()) as {
    results: { lat: number; lon: number; parcelnumb: string; reasons: { value: number; source: string; source_date: string }[] }[];
  };
  const [best] = results;
  expect(best?.reasons[0]?.value).toBeGreaterThan(0.05);
  expect(best?.reasons[0]?.source).toMatch(/^Growth run.*: .+, \d{4} to \d{4}$/);
  expect(best?.reasons[0]?.source_date).toMatch(/^\d{4}-\d\d-\d\d$/);

  // The panel of the best says the same chance.
  await map.openAt(project, best ?? { lat: 0, lon: 0 });
  expect(await map.inspectInTheMiddle()).toBe(best?.parcelnumb);
  const growth = map.panel.getByRole('region', { name: 'Growth' });
  await expect(growth).toContainText(/Chance\s*\d+(\.\d)? %/);
  await expect(growth.getByRole('link', { name: 'Simulate growth around it' })).toBeVisible();
});

test('two runs stand side by side, and one is removed', async ({ page }) => {
  await enter(page, meridianAnalyst);
  const growth = new GrowthDriver(page);
  await growth.open();
  await growth.selectSample('Charlotte region');
  await growth.advanced(10, 5);
  await growth.run();
  const first = await growth.finished();
  await page.getByRole('slider', { name: 'Spread' }).press('End');
  await expect(page.getByText('Your own values')).toBeVisible();
  await growth.run();
  // Until it is accepted, the first result stays.
  await expect.poll(() => page.url()).not.toContain(first);
  const second = await growth.finished();

  const past = page.getByRole('region', { name: 'Past simulations' }).first();
  const alike = past
    .getByRole('row')
    .filter({ hasText: 'Charlotte region' })
    .filter({ has: page.getByRole('cell', { name: '5', exact: true }) });
  await alike
    .getByRole('button', { name: /side by side$/ })
    .first()
    .click();
  const together = page.getByRole('region', { name: 'Side by side' });
  await expect(together.getByTestId('difference')).toHaveText(
    /^Urban area in \d{4}: [\d,]+ and [\d,]+ km², a difference of -[\d,]+ km²\.$/,
  );
  await expect(together.locator('canvas')).toHaveCount(2);
  await together.getByRole('button', { name: 'Close' }).click();

  await past
    .locator('[aria-current="true"]')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.url()).not.toContain(second);
  expect((await page.request.get(`/api-2/growth_runs/${second}`)).status()).toBe(404);
});

test('a simulation under way is found again by a reload, and by whoever comes back', async ({ page }) => {
  await enter(page, meridianAnalyst);
  const growth = new GrowthDriver(page);
  await growth.open();
  await growth.selectSample('Denver region');
  const size = await growth.size.innerText();
  await growth.advanced(100, 200);
  await growth.run();
  await expect(growth.progress).toBeVisible();
  await page.reload();
  await expect(growth.progress).toBeVisible();
  await expect(growth.size).toHaveText(size);
  await growth.inView();
  await growth.open();
  await page.getByRole('region', { name: 'Simulation under way' }).getByRole('button', { name: 'Show' }).click();
  await expect(growth.progress).toBeVisible();
  await growth.progress.getByRole('button', { name: 'Cancel' }).click();
  await expect(growth.result.getByText('This simulation was cancelled.')).toBeVisible();
});

test('what cannot be simulated is refused in the Error panel', async ({ page }) => {
  await enter(page, meridianAnalyst);
  const growth = new GrowthDriver(page);
  await growth.open();
  await page.getByRole('button', { name: 'Draw Selection Area' }).click();
  const map = page.getByRole('region', { name: 'Map to select an area' });
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no place');
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 420, box.y + 200, { steps: 5 });
  await page.mouse.up();
  await growth.run();
  await expect(growth.result.getByRole('alert')).toContainText('The selected area has no height');
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await page.getByRole('button', { name: 'Draw Selection Area' }).click();
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 420, box.y + 300, { steps: 5 });
  await page.mouse.up();
  await growth.run();
  await expect(growth.result.getByRole('alert')).toContainText('Maximum area is 3,600 km²');
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(growth.result.getByRole('alert')).toHaveCount(0);
  await expect(page.getByTestId('selection-size')).toHaveText('No area selected');
});
