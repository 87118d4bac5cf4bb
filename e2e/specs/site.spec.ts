import { expect, test } from '@playwright/test';
import { LetterDriver } from '../drivers/letter.ts';
import { MapDriver } from '../drivers/map.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels, propertyArrives } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** A point of the sample block in central Houston that is always inside a parcel. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('an assemblage is kept as one site: in the project, on its property page and in its letter', async ({ page, request }) => {
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
});
