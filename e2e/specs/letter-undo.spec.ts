import { expect, test, type Page } from '@playwright/test';
import { enter } from '../drivers/session.ts';
import { acceptStandIns, projectOfProperties } from '../fixtures/letters.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

const count = 3;

/** Makes the letters that are shown, and waits for their PDFs. */
async function make(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Make ${count} letters` }).click();
  await expect(page.getByText(`All PDFs are done: ${count} made`)).toBeVisible({ timeout: 60_000 });
}

test('letters that were made, approved and withdrawn are taken back', async ({ page, request }) => {
  test.setTimeout(200_000);
  const headers = await bearer(request, meridianAdmin);
  const { project } = await projectOfProperties(request, headers, count);
  await enter(page, meridianAdmin);
  await page.goto(`/project?project_id=${project}&project_name=Letters`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByRole('checkbox', { name: 'Select all loaded properties' }).click();
  await page.getByRole('button', { name: 'Create LOIs' }).click();
  await page.getByRole('combobox', { name: 'Price', exact: true }).click();
  await page.getByRole('option', { name: 'Percent of appraised value' }).click();
  await page.getByLabel('Percent (%)').fill('95');
  await expect(page.getByRole('status').filter({ hasText: 'in total' })).toBeVisible();
  await acceptStandIns(page);
  const offers = async (): Promise<unknown[]> => {
    const listed = await request.get(`/property_api/deals?project_id=${project}`, { headers });
    const { deals } = (await listed.json()) as { deals: { offer_value: number | null }[] };
    return deals.map(({ offer_value }) => offer_value);
  };
  // Other projects may have made offers for the same properties.
  const before = await offers();
  await make(page);

  // The offers are as before, and the letters can be made again under new numbers.
  expect((await offers()).filter((offer) => offer !== null)).toHaveLength(count);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('heading', { name: `${count} letters taken back` })).toBeVisible();
  expect(await offers()).toEqual(before);
  await page.getByRole('button', { name: 'Make them again' }).click();
  await make(page);

  await page.getByRole('link', { name: 'Open the letters' }).click();
  const state = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}: ${count},`) });
  const chosen = page.getByRole('toolbar');
  await page.getByRole('checkbox', { name: 'Select all loaded letters' }).click();
  await chosen.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(state('Approved')).toBeVisible();
  await page.getByRole('alert').filter({ hasText: 'letters approved.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(state('Draft')).toBeVisible();

  await chosen.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn', { exact: true })).toHaveCount(count);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Withdrawn', { exact: true })).toHaveCount(0);
});
