import { expect, test, type Locator, type Page } from '@playwright/test';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { judge } from '../fixtures/judge.ts';
import { projectOfProperties } from '../fixtures/letters.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** Drags around the middle of a map. */
async function drawAround(page: Page, pad: Locator): Promise<void> {
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad has no size');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 60, y - 60);
  await page.mouse.down();
  for (const [east, north] of [
    [60, -60],
    [60, 60],
    [-60, 60],
  ] as const) {
    await page.mouse.move(x + east, y + north, { steps: 4 });
  }
  await page.mouse.up();
}

test('an income gives its cap rate at a price, and sales of the county become comps', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const { project, parcels } = await projectOfProperties(request, headers, 1);
  const [first] = parcels;
  if (!first) throw new Error('no parcels');
  await enter(page, meridianAdmin);
  await page.goto(`/property/${encodeURIComponent(first.parcel.parcelnumb)}?project_id=${project}`);
  const property = new PropertyDriver(page);
  await property.ready();

  const income = property.section('Income');
  await income.getByRole('button', { name: 'Show income' }).click();
  await income.getByRole('button', { name: 'Add an income' }).click();
  const form = page.getByRole('dialog', { name: 'Add an income' });
  await form.getByLabel('As of').fill('2026-06-30');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByLabel('Potential gross income a year ($)').fill('1200000');
  await form.getByLabel('Vacancy and credit loss ($)').fill('96000');
  await form.getByLabel('Other income ($)').fill('12000');
  await form.getByLabel('Operating expenses ($)').fill('502200');
  await form.getByLabel('Source of the figures').fill("Owner's statement");
  await judge(page, 'income-form');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  // 1,200,000 − 96,000 + 12,000 − 502,200 = 613,800, and 613,800 / 10,230,000 = 6 %.
  await income.getByLabel('Cap rates at a price of ($)').fill('10230000');
  await expect(income.getByText('$613,800').first()).toBeVisible();
  await expect(income.getByText('6.00 %').first()).toBeVisible();

  const comps = property.section('Comparable sales');
  await comps.getByRole('button', { name: 'Show comparable sales' }).click();
  await comps.getByRole('button', { name: 'County sales nearby' }).click();
  const county = page.getByRole('dialog', { name: 'County sales nearby' });
  await county.getByLabel('Sold since').fill('2015-01-01');
  const sales = county.getByRole('list', { name: 'County sales' }).getByRole('listitem');
  await expect(sales.first()).toBeVisible();
  await judge(page, 'county-sales');
  await county.getByRole('combobox', { name: 'Within' }).click();
  await page.getByRole('option', { name: 'A drawn area' }).click();
  await expect(sales.first()).toBeHidden();
  await expect(county.locator('.maplibregl-canvas')).toBeVisible();
  const draw = county.getByRole('button', { name: 'Draw the area' });
  const pad = county.getByTestId('selection-pad');
  await draw.click();
  // Esc in the middle of a drag ends the drawing, not the dialog.
  await pad.hover();
  await page.mouse.down();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(pad).toBeHidden();
  await draw.click();
  await drawAround(page, pad);
  await expect(county.getByRole('button', { name: 'Draw another area' })).toBeVisible();
  await expect(sales.first()).toBeVisible();
  await judge(page, 'county-sales-in-area');
  // Other journeys may have given the property sales.
  const offered = sales.filter({ hasText: 'Add as comp' }).first();
  const address = (await offered.locator('p').first().innerText()).trim();
  await offered.getByRole('button').click();
  const added = sales.filter({ hasText: address }).filter({ hasText: 'Added' });
  await expect(added.first()).toBeVisible();
  await page.keyboard.press('Escape');
  const chosen = comps.getByRole('list', { name: 'Comparable sales' }).getByRole('listitem');
  const sale = chosen.filter({ hasText: address }).first();
  await sale.getByRole('button', { name: 'Remove: ' }).click();
  const removed = page.getByRole('alert').filter({ hasText: "was removed from this property's sales" });
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(sale).toBeVisible();
  await income.scrollIntoViewIfNeeded();
  await judge(page, 'property-figures');
});
