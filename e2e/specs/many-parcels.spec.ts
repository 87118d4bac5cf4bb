import { expect, test, type Page } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels, propertyParcels } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually } from '../fixtures/product.ts';

/** The sample block in central Houston. */
const houston = { lat: 29.7604, lon: -95.3698 };

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (!box) throw new Error('the map has no canvas');
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 8 });
  await page.mouse.up();
}

test('parcels are selected by a drag, counted, added together, undone, and discarded with a reason', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Many');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, houston);
  const panel = page.getByRole('region', { name: 'Selection' });
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Select parcels' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Rectangle');
  await expect(page.getByTestId('selection-pad')).toBeVisible();
  await drag(page, [0.45, 0.35], [0.8, 0.75]);
  await expect(panel).toBeFocused();
  const heading = panel.getByRole('heading', { name: /parcels$/ });
  await expect(heading).toBeVisible();
  const count = Number((await heading.innerText()).replace(/\D/g, ''));
  expect(count).toBeGreaterThan(5);
  await expect(panel.getByText(/acres/).first()).toBeVisible();
  await panel.getByRole('button', { name: `Add All ${count}` }).click();
  await expect(panel).toBeHidden();
  const notice = page.getByRole('alert').filter({ hasText: 'parcels were added to' });
  await expect(notice).toContainText(`${count} parcels were added to`);
  expect(await markedParcels(request, headers, project)).toHaveLength(count);
  // Every parcel gets its property, through the events.
  await eventually('the properties', 45, async () => {
    const properties = await propertyParcels(request, headers, project);
    return properties?.length === count ? true : undefined;
  });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await eventually('the removal', 10, async () => {
    const left = await markedParcels(request, headers, project);
    return left?.length === 0 ? true : undefined;
  });

  // The keyboard needs no drawing.
  await page.getByRole('button', { name: 'Select parcels' }).press('Enter');
  await page.getByRole('menuitem', { name: 'All in view' }).press('Enter');
  await expect(heading).toBeVisible();
  await panel.getByRole('button', { name: 'Discard…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Discard \d+ Parcels$/ });
  await dialog.getByText('Price').click();
  await dialog.getByLabel('Note').fill('Too close to downtown');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(/parcels were discarded\./)).toBeVisible();

  // Discarded parcels stay out of the next selection, and a click says why.
  await choose('All in view');
  await expect(panel.getByRole('heading', { name: '0 parcels' })).toBeVisible();
  await expect(panel.getByText('Discarded, left out')).toBeVisible();
  await panel.press('Escape');
  await expect(panel).toBeHidden();
  await map.drawMarkerInTheMiddle();
  await expect(map.review).toContainText('Price. Too close to downtown');
  await map.review.getByRole('button', { name: 'Undo Discard' }).click();
  await expect(map.review.getByRole('button', { name: 'Undo Discard' })).toBeHidden();
});
