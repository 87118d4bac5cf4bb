import { expect, test, type Locator, type Page } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels, propertyParcels } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually } from '../fixtures/product.ts';

/** The sample block in central Houston. */
const houston = { lat: 29.7604, lon: -95.3698 };

/** A place on Pecan Avenue where two tiles of the base map meet; the next street is 40 metres away. */
const pecanAvenue = { lat: 29.760_695, lon: -95.372_346 };

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (!box) throw new Error('the map has no canvas');
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 8 });
  await page.mouse.up();
}

/** Names of the map's controls that an element covers. */
async function coveredBy(page: Page, element: Locator): Promise<string[]> {
  const cover = await element.boundingBox();
  if (!cover) throw new Error('it has no place in the window');
  return page.locator('[data-map-state]').evaluate((map, { x, y, width, height }) => {
    const controls = [...map.querySelectorAll('button, input')].filter((control) => {
      if (control.closest('[role="alert"]')) return false;
      const box = control.getBoundingClientRect();
      const isShown = box.width > 0 && box.height > 0;
      return isShown && box.left < x + width && box.right > x && box.top < y + height && box.bottom > y;
    });
    return controls.map((control) => control.getAttribute('aria-label') ?? control.outerHTML);
  }, cover);
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
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => coveredBy(page, notice), `controls under the notice at ${size.width}`).toEqual([]);
  }
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

  // A parcel leads to what adjoins it, and that to what adjoins it in turn.
  // That in the middle is a whole block; to the east is one of four.
  const block = await map.inspectInTheMiddle();
  await page.keyboard.press('ArrowRight');
  await expect(map.panel.getByTestId('inspected-number')).not.toHaveText(block);
  await map.panel.getByRole('button', { name: 'Select Adjoining' }).press('Enter');
  const found = panel.getByRole('heading', { name: /^[1-9]\d* parcels?$/ });
  await expect(found).toBeVisible();
  const neighbours = Number.parseInt(await found.innerText(), 10);
  await panel.getByRole('button', { name: 'Add Adjoining' }).click();
  await expect.poll(async () => Number.parseInt(await found.innerText(), 10)).toBeGreaterThan(neighbours);
  await panel.press('Escape');
  await expect(panel).toBeHidden();

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

test('parcels along a road of the base map are selected by a click, and by keys', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Along a road');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, pecanAvenue);
  const panel = page.getByRole('region', { name: 'Selection' });
  const found = panel.getByRole('heading', { name: /^[1-9]\d* parcels$/ });
  const count = async () => Number.parseInt(await found.innerText(), 10);
  await page.getByRole('button', { name: 'Select parcels' }).click();
  await page.getByRole('menuitem', { name: 'Follow a road' }).click();
  const pad = page.getByTestId('selection-pad');
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad has no size');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  // Between the streets.
  await page.mouse.click(middle.x - 33, middle.y - 48);
  await expect(page.getByText('No road here. Click a road, or draw the line.')).toBeVisible();
  await expect(pad).not.toHaveAttribute('data-over');
  await expect(async () => {
    await page.mouse.move(middle.x + 1, middle.y);
    await page.mouse.move(middle.x, middle.y);
    await expect(pad).toHaveAttribute('data-over', 'true', { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await page.mouse.click(middle.x, middle.y);
  await expect(panel.getByText('Along Pecan Ave')).toBeVisible();
  await expect(found).toBeVisible();
  const fronts = await count();
  const width = panel.getByLabel('Distance to each side of the line, feet');
  await expect(width).toHaveValue('100');
  await width.fill('400');
  await width.press('Enter');
  await expect.poll(count).toBeGreaterThan(fronts);
  await panel.press('Escape');
  await expect(panel).toBeHidden();

  await page.getByRole('button', { name: 'Select parcels' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Along the road at the middle of the map' }).press('Enter');
  await expect(panel.getByText('Along Pecan Ave')).toBeVisible();
  await expect(found).toHaveText(`${fronts} parcels`);
  await judge(page, 'road-selection');
});
