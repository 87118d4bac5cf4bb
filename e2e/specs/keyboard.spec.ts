import { expect, test } from '@playwright/test';
import { Keyboard } from '../drivers/keyboard.ts';
import { MapDriver } from '../drivers/map.ts';
import { uniqueName } from '../drivers/projects.ts';
import { SearchDriver } from '../drivers/search.ts';
import { markedParcels } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

test("the analyst's morning by keyboard alone: criteria, search, reasons, an owner's portfolio, add, discard and undo", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const keys = new Keyboard(page);
  const map = new MapDriver(page);
  const search = new SearchDriver(page);
  const headers = await bearer(request, meridianAnalyst);
  const marked = async (project: string) => (await markedParcels(request, headers, project))?.length ?? 0;

  await page.goto('/login');
  await keys.type('the e-mail address', page.getByLabel('Email'), meridianAnalyst.email);
  await keys.type('the password', page.getByLabel('Password', { exact: true }), meridianAnalyst.password);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

  await keys.enter('New Project', page.getByRole('link', { name: 'New Project' }));
  const modal = page.getByRole('dialog', { name: 'Create New Project' });
  const select = (name: string) => modal.getByRole('combobox', { name: new RegExp(`^${name}`) });
  await keys.type('the name', modal.getByLabel('Project Name'), uniqueName('Keyboard'));
  await keys.choose('Type', select('Type'), 'Site Selection - Industrial/Logistics');
  await keys.choose('State', select('State'), 'Texas');
  await expect(select('County')).toBeEnabled();
  await keys.choose('County', select('County'), 'Harris');
  await keys.type('the least size', modal.getByLabel('Site Size Min (acres)'), '0.25');
  await keys.press('Enter');
  await page.waitForURL('**/map?project_id=*');
  const project = new URL(page.url()).searchParams.get('project_id') ?? '';

  // A requirement more, in the panel that is open beside the map.
  await keys.enter('Add a requirement', search.drawer.getByRole('button', { name: 'Add a requirement' }));
  const slope = page.getByRole('menuitem', { name: 'Slope' });
  await keys.enter('Slope', slope, { key: 'ArrowDown' });
  await keys.type('the greatest slope', search.drawer.getByLabel('At most'), '25');
  await keys.enter('Run Search', search.runButton);
  await search.listed();

  // Focus stays where the results are: they are reached at once.
  await keys.reach('the first result', search.row(1), { most: 25 });
  await keys.press('ArrowDown');
  await expect(search.row(2)).toBeFocused();
  await keys.press('ArrowUp');
  await keys.press('Enter');
  await expect(search.reasons.getByRole('listitem').first()).toContainText(/[\d.]+ of [\d.]+/);
  await map.ready();

  // The panel of the parcel has the focus, and its keys.
  await expect(map.panel).toBeFocused();
  await keys.enter("the owner's portfolio", map.panel.getByRole('button', { name: 'Everything this owner has' }));
  const owned = map.panel.getByRole('region', { name: "The owner's parcels" });
  await keys.enter('Add All', owned.getByRole('button', { name: /^Add All/ }), { most: 10 });
  await expect(page.getByRole('alert').filter({ hasText: /added to/ })).toBeVisible();
  expect(await marked(project)).toBeGreaterThan(0);

  // Undone by the chord that undoes everywhere.
  await keys.press('Control+z');
  await expect.poll(() => marked(project)).toBe(0);
  await expect(map.panel.getByRole('button', { name: 'Add A', exact: true })).toBeEnabled();

  // Discarded with a reason, and back; also while the list learns of it late.
  await page.route('**/api/reviewed_parcels*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue();
  });
  await keys.press('d');
  const question = page.getByRole('dialog', { name: 'Discard Parcel' });
  await expect(question).toBeVisible();
  await keys.press('Escape');
  await expect(question).toBeHidden();
  await keys.press('d');
  await keys.reach('the reasons', question.getByRole('radio').first(), { most: 5 });
  await keys.press('Space');
  await keys.type('the note', question.getByLabel('Note'), 'Too near the bayou');
  await keys.enter('Discard', question.getByRole('button', { name: 'Discard', exact: true }), { most: 5 });
  const discarded = page.getByRole('alert').filter({ hasText: /discarded/ });
  await expect(discarded).toBeVisible();
  await keys.press('Control+z');
  await expect(discarded).toBeHidden();
  await expect(map.panel.getByRole('button', { name: /^Add/ }).first()).toBeEnabled();

  // Added by its key, and the panel closed: the focus is back in the list.
  await keys.press('a');
  await expect(map.panel.getByRole('button', { name: 'Go to Property' })).toBeVisible();
  await keys.press('Escape');
  await expect(map.panel).toBeHidden();
  await expect(search.row(1)).toBeFocused();
  expect(await marked(project)).toBe(1);
});
