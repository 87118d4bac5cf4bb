import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject } from '../fixtures/calls.ts';
import { saved } from '../fixtures/downloads.ts';
import { judge } from '../fixtures/judge.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** A point of the sample block in central Houston that is always inside a parcel. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('sites are compared side by side, and their dossier is saved as PDF and XLSX', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Dossier');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, houston);

  // One parcel, from its panel.
  const first = await map.inspectInTheMiddle();
  await map.panel.getByRole('button', { name: 'Dossier' }).click();
  const one = await saved(page, () => page.getByRole('menuitem', { name: 'Dossier PDF' }).click());
  expect(one.name).toMatch(/^dossier-[\d-]+\.pdf$/);
  const text = await pdfText(one.bytes);
  expect(text).toContain('Site dossier');
  expect(text).toContain(first);
  expect(text).toContain('Net buildable area');
  expect(text).toContain('generated sample data');

  // Two parcels of the project, side by side.
  await page.keyboard.press('a');
  await expect(page.getByText(`Parcel ${first} was added to the project.`)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(map.panel.getByTestId('inspected-number')).not.toHaveText(first);
  const second = await map.inspectedNumber();
  await page.keyboard.press('a');
  await expect(page.getByText(`Parcel ${second} was added to the project.`)).toBeVisible();
  await map.openDrawer();
  await map.drawer.getByRole('button', { name: 'Compare Sites…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare sites' });
  for (const number of [first, second]) {
    await dialog.getByRole('combobox', { name: /^Sites, up to 6/ }).fill(number);
    await page.getByRole('option', { name: number }).click();
  }
  await page.keyboard.press('Escape');
  const table = dialog.getByRole('region', { name: 'Sites compared' });
  await expect(table.getByRole('rowheader', { name: 'Net buildable area' })).toBeVisible({ timeout: 30_000 });
  await expect(table.getByRole('img')).toHaveCount(2);
  // The notices of the two parcels, which are shown for most of a minute, leave the dialog's controls free.
  for (const name of ['Close', 'Dossier PDF', 'Dossier XLSX'])
    await dialog.getByRole('button', { name }).click({ trial: true, timeout: 10_000 });
  await judge(page, 'compare-sites');

  const pdf = await saved(page, () => dialog.getByRole('button', { name: 'Dossier PDF' }).click());
  const both = await pdfText(pdf.bytes);
  expect(both).toContain('Sites compared');
  expect(both).toContain(first);
  expect(both).toContain(second);
  const book = await saved(page, () => dialog.getByRole('button', { name: 'Dossier XLSX' }).click());
  expect(book.name).toMatch(/^dossier-[\d-]+\.xlsx$/);
  expect(book.bytes.subarray(0, 2).toString()).toBe('PK');
});
