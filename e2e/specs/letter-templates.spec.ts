import { expect, test } from '@playwright/test';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { judge } from '../fixtures/judge.ts';
import { acceptStandIns, projectOfProperties } from '../fixtures/letters.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

test('a template is copied, changed and published, and letters are made from it', async ({ page, request }) => {
  test.setTimeout(240_000);
  const headers = await bearer(request, meridianAdmin);
  const { project } = await projectOfProperties(request, headers, 2);
  const name = `Own ${Date.now().toString(36)}`;
  await enter(page, meridianAdmin);
  await page.goto('/letters/templates');
  await judge(page, 'letter-templates');
  await page.getByRole('button', { name: 'Copy The standard letter' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Template' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Make template' }).click();

  const text = page.getByRole('textbox', { name: 'Text of the template' });
  await expect(text).toBeVisible();
  // In the last paragraph already: the editor hears of a caret that the browser moved only after the next key of a driver.
  await text.locator('p').last().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('This paragraph is our own.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft, not published')).toBeVisible();
  await judge(page, 'letter-template');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByText('This paragraph is our own.')).toHaveCount(2);
  await judge(page, 'letter-template-preview');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible();

  await page.goto(`/project?project_id=${project}&project_name=Letters`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByRole('checkbox', { name: 'Select all loaded properties' }).click();
  await page.getByRole('button', { name: 'Create LOIs' }).click();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name }).click();
  await page.getByRole('combobox', { name: 'Price', exact: true }).click();
  await page.getByRole('option', { name: 'Percent of appraised value' }).click();
  await page.getByLabel('Percent (%)').fill('95');
  await page.getByLabel('Step ($)').fill('1,000');
  await expect(page.getByRole('group', { name: 'Accept stand-ins' })).toBeVisible();
  await acceptStandIns(page);
  await expect(page.getByRole('button', { name: /^Make 2 letters/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('All PDFs are done: 2 made')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Open the letters' }).click();
  await page.getByRole('row').nth(1).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('This paragraph is our own.');
  await judge(page, 'letter-of-template');
});

test('screens of sales that are compared, and of lists behind the figures', async ({ page, request }) => {
  test.setTimeout(180_000);
  const headers = await bearer(request, meridianAdmin);
  const { project, parcels } = await projectOfProperties(request, headers, 1);
  const [first] = parcels;
  if (!first) throw new Error('no parcels');
  await enter(page, meridianAdmin);
  await page.goto(`/property/${encodeURIComponent(first.parcel.parcelnumb)}?project_id=${project}`);
  const property = new PropertyDriver(page);
  await property.ready();
  const comps = property.section('Comparable sales');
  await comps.getByRole('button', { name: 'Show comparable sales' }).click();
  await expect(comps.getByText('No comparable sales yet.')).toBeVisible();
  for (const [price, acres] of [
    ['1,000,000', '10'],
    ['900,000', '6'],
    ['2,400,000', '30'],
    ['500,000', '4'],
    ['1,800,000', '12'],
  ] as const) {
    await comps.getByRole('button', { name: 'Add a sale' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a comparable sale' });
    await dialog.getByLabel('Parcel number').fill(`${first.parcel.parcelnumb}-${acres}`);
    await dialog.getByLabel('Sold on').fill('2026-03-02');
    await dialog.getByLabel('Price ($)').fill(price);
    await dialog.getByLabel('Acres').fill(acres);
    await dialog.getByLabel('Source of the price').fill('Broker');
    await dialog.getByRole('button', { name: 'Add the new sale' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(comps.getByText('5 sales count, $ per acre')).toBeVisible();
  await expect(comps.getByText('$125,000').first()).toBeVisible();
  await judge(page, 'property-comps');

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Offers out' })).toBeVisible();
  await page.goto('/deals?stalled=true');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await judge(page, 'deals-stalled');
});
