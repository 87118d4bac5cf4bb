import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { signIn } from '../drivers/session.ts';
import { meridianAnalyst } from '../fixtures/people.ts';

/** The point of the sample block in central Houston that is always inside a parcel. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('a map that was opened by its address knows its middle, its parcels and its fallback', async ({ page }) => {
  // No imagery today, and nothing that another company's service says.
  await page.route(/nationalmap\.gov|openstreetmap\.org|texas\.gov/, (route) => route.abort());
  // Parts of MapLibre that the build leaves out throw when a map comes to one.
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await signIn(page, meridianAnalyst);
  const projects = new ProjectsDriver(page);
  const name = uniqueName('Map');
  await projects.open();
  const type = 'Site Selection - Retail/General';
  const projectId = await projects.create({ name, state: 'Texas', market: /^Houston/, submarket: /^Harris/, type });
  const map = new MapDriver(page);
  const borders = page.waitForResponse(/\/api\/border_tiles\//);
  await map.openAt(projectId, houston);
  expect((await borders).status()).toBeLessThan(300);

  // The imagery's notice can be closed, and the street map is a choice.
  await expect(page.getByText('Satellite imagery is unavailable.')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Satellite imagery is unavailable.')).toBeHidden();

  // The keyboard drops the marker in the middle, though the map never moved.
  const draw = page.getByRole('button', { name: 'Draw marker' });
  await draw.press('Enter');
  await draw.press('Enter');
  await expect(map.review).toBeVisible();
  await expect(map.review).toContainText(/Houston, TX/);
  await expect(map.review).toContainText(/acres?/);
  await map.review.getByRole('button', { name: 'Add to Project' }).click();
  await expect(map.details).toBeVisible();
  const number = (await map.details.getByTestId('parcel-number').innerText()).trim();
  await map.details.press('Escape');
  await expect(map.details).toBeHidden();

  // What the project has is shown, not offered again.
  await map.openAt(projectId, houston);
  await map.drawMarkerInTheMiddle();
  await expect(map.details).toContainText(number);
  await expect(map.review).toBeHidden();
  await map.details.press('Escape');

  // Places near the view come first, with their state.
  await page.getByLabel('Search for a place').fill(number);
  await expect(page.getByRole('option').first()).toContainText(/, TX/);
  expect(faults).toEqual([]);
});
