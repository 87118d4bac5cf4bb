import { expect, test, type Page } from '@playwright/test';
import { Keyboard } from '../drivers/keyboard.ts';
import { MapDriver } from '../drivers/map.ts';
import { uniqueName } from '../drivers/projects.ts';
import { SearchDriver } from '../drivers/search.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels, severalParcels, tryAdd } from '../fixtures/calls.ts';
import { saved } from '../fixtures/downloads.ts';
import { pdfText } from '../fixtures/pdf.ts';
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
  await expect(map.panel).toContainText('Too near the bayou');
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

/** Waits until the map, which arrow keys move gently, stands still. */
async function still(page: Page): Promise<void> {
  const middle = page.getByTestId('coordinates');
  let before = '';
  const hasStopped = async () => {
    const now = await middle.innerText();
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await expect.poll(hasStopped, { intervals: [700] }).toBe(true);
}

test('the tools of the map by keyboard alone: filters, layers, selecting, measuring, buildable land, comparison, assemblages', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const keys = new Keyboard(page);
  const map = new MapDriver(page);
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Keys');
  const parcels = await severalParcels(request, headers, 2);
  for (const each of parcels) await tryAdd(request, headers, project, each);
  const numbers = parcels.map(({ parcel }) => parcel.parcelnumb);
  await enter(page, meridianAnalyst);
  await map.openAt(project, { lat: 29.7604, lon: -95.3698 }, 15.5);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const tab = (name: string) => map.drawer.getByRole('tab', { name });

  // The lists: their tabs are one stop, between which arrows go.
  const lists = button('Lists beside the map');
  await keys.enter('the lists', lists, { most: 90 });
  await keys.reach('the tabs', tab('Parcels'));
  await keys.press('ArrowRight');
  await expect(tab('Filters')).toBeFocused();

  // A chip, the filter saved, and the chip taken off.
  await keys.enter('Acres', map.drawer.getByRole('button', { name: 'Acres', exact: true }));
  await expect(page.getByLabel('At least')).toBeFocused();
  await page.keyboard.type('0.2');
  await keys.press('Enter');
  await expect(map.drawer.getByRole('button', { name: /^Acres from 0\.2 acres/ })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /of (about )?[\d,]+ in view match$/ })).toBeVisible();
  await keys.enter('Save…', button('Save…'));
  const saving = page.getByRole('dialog', { name: 'Save Search' });
  await expect(saving.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Large lots');
  await keys.press('Enter');
  await expect(saving).toBeHidden();
  await expect(button('Save…')).toBeFocused();
  await expect(map.drawer.getByRole('button', { name: /^Large lots/ })).toBeVisible();
  await keys.enter('Without Acres', button('Without Acres'), { key: 'Shift+Tab' });
  await expect(map.drawer.getByRole('button', { name: 'Acres', exact: true })).toBeFocused();

  // A layer off and on, its opacity, and colors by an attribute.
  await keys.enter('Layers', button('Layers'), { key: 'Shift+Tab' });
  const layers = page.getByRole('dialog', { name: 'Layers' });
  const shown = layers.getByRole('checkbox', { name: 'Parcels', exact: true });
  await keys.reach('the layer of parcels', shown);
  await keys.press('Space');
  await expect(shown).not.toBeChecked();
  await keys.press('Space');
  await expect(shown).toBeChecked();
  const opacity = layers.getByRole('slider', { name: 'Opacity of Parcels' });
  await keys.reach('its opacity', opacity);
  const before = (await opacity.getAttribute('aria-valuenow')) ?? '';
  await keys.press('ArrowLeft');
  await expect(opacity).not.toHaveAttribute('aria-valuenow', before);
  await keys.choose('the colors', layers.getByRole('combobox', { name: 'Color by' }), 'Acres');
  const legend = page.getByRole('region', { name: 'Colors: Acres' });
  await expect(legend).toBeVisible();
  await keys.press('Escape');
  await expect(layers).toBeHidden();
  await expect(button('Layers')).toBeFocused();
  await keys.enter('End coloring', button('End coloring'));
  await expect(legend).toBeHidden();
  await expect(button('Layers')).toBeFocused();

  // Parcels in a rectangle between two points.
  const select = button('Select parcels');
  const choose = async (way: string) => {
    await keys.enter('Select parcels', select, { key: 'Shift+Tab' });
    await keys.enter(way, page.getByRole('menuitem', { name: way }), { key: 'ArrowDown' });
  };
  const selection = page.getByRole('region', { name: 'Selection' });
  const add = button('Add Point');
  await choose('Rectangle');
  await expect(add).toBeFocused();
  await keys.press('Enter');
  await keys.press('ArrowRight');
  await still(page);
  await keys.press('ArrowDown');
  await still(page);
  await keys.press('Enter');
  await expect(selection).toBeFocused();
  await expect(selection.getByRole('heading', { name: /^[1-9][\d,]* parcels?$/ })).toBeVisible();
  await keys.press('Escape');
  await expect(selection).toBeHidden();
  await expect(select).toBeFocused();

  // Pasted numbers; Esc closes a menu of the selection first.
  await choose('Numbers or addresses…');
  await expect(page.getByLabel('Parcel numbers or street addresses')).toBeFocused();
  for (const number of numbers) {
    await page.keyboard.type(number);
    await keys.press('Enter');
  }
  await page.keyboard.type('999-not-a-number');
  await keys.enter('Find', button('Find 3 Parcels'));
  await expect(selection).toBeFocused();
  await expect(selection.getByRole('list', { name: 'Not found' }).getByRole('listitem')).toHaveCount(1);
  const exporting = selection.getByRole('button', { name: 'Export' });
  await keys.enter('Export', exporting);
  await expect.poll(() => page.getByRole('menu').evaluate((menu) => menu.contains(document.activeElement))).toBe(true);
  await keys.press('Escape');
  await expect(exporting).toBeFocused();
  await expect(selection).toBeVisible();
  await keys.press('Escape');
  await expect(selection).toBeHidden();
  await expect(select).toBeFocused();

  // A distance.
  const measure = button('Measure');
  await keys.enter('Measure', measure);
  await expect(add).toBeFocused();
  await keys.press('Enter');
  await keys.press('ArrowLeft');
  await still(page);
  await keys.press('Enter');
  await expect(page.getByTestId('measured-distance')).toContainText(/[1-9]\d* ft/);
  await keys.enter('Finish', button('Finish'));
  await expect(button('Measure Again')).toBeFocused();
  await keys.press('Escape');
  await expect(page.getByRole('region', { name: 'Measurement' })).toBeHidden();
  await expect(measure).toBeFocused();

  // What can be built on the parcels that were added, side by side, and their dossier.
  await keys.reach('the tabs', tab('Filters'));
  await keys.press('ArrowLeft');
  await expect(tab('Parcels')).toBeFocused();
  const list = map.drawer.getByRole('list', { name: 'Parcels of the project' });
  const row = list
    .getByRole('listitem')
    .filter({ hasText: numbers[0] ?? '' })
    .getByRole('button');
  await keys.enter('the first parcel', row);
  await expect(map.panel).toBeFocused();
  const buildable = map.panel.getByRole('region', { name: 'Buildable area' });
  await keys.enter('Show', buildable.getByRole('button', { name: 'Show' }));
  await expect(buildable.getByRole('status').filter({ hasText: 'buildable' })).toBeVisible();
  await keys.type('the setback', buildable.getByLabel('Setback, ft'), '5');
  const again = page.waitForResponse((answer) => /\/buildable\?.*setback_ft=5\b/.test(answer.url()) && answer.ok());
  await keys.press('Enter');
  await again;
  await keys.enter('Close', map.panel.getByRole('button', { name: 'Close' }), { key: 'Shift+Tab' });
  await expect(map.panel).toBeHidden();
  await expect(row).toBeFocused();

  const compare = map.drawer.getByRole('button', { name: 'Compare Sites…' });
  await keys.enter('Compare Sites…', compare, { key: 'Shift+Tab' });
  const comparison = page.getByRole('dialog', { name: 'Compare sites' });
  await expect(comparison.getByRole('combobox', { name: /^Sites, up to 6/ })).toBeFocused();
  for (const number of numbers) {
    await page.keyboard.type(number);
    await expect(page.getByRole('option')).toHaveCount(1);
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(comparison.getByRole('combobox', { name: /^Sites, up to 6/ })).toHaveValue('');
  }
  await keys.press('Escape');
  await expect(comparison.getByRole('region', { name: 'Sites compared' }).getByRole('img')).toHaveCount(2);
  await keys.reach('Dossier PDF', comparison.getByRole('button', { name: 'Dossier PDF' }));
  const dossier = await pdfText((await saved(page, () => keys.press('Enter'))).bytes);
  for (const number of numbers) expect(dossier).toContain(number);
  await keys.press('Escape');
  await expect(comparison).toBeHidden();
  await expect(compare).toBeFocused();

  // Adjoining parcels that are kept as one site.
  await keys.reach('the tabs', tab('Parcels'), { key: 'Shift+Tab' });
  // From the first to the last.
  await keys.press('ArrowLeft');
  await expect(tab('Assemble')).toBeFocused();
  await keys.type('the least acres', map.drawer.getByLabel('Least acres'), '2');
  await keys.type('the most owners', map.drawer.getByLabel('Most owners'), '4');
  await keys.reach('the criteria', map.drawer.getByRole('checkbox', { name: "Judge and rank by the project's criteria" }));
  await keys.press('Space');
  await keys.enter('Find Sites', map.drawer.getByRole('button', { name: 'Find Sites' }));
  const sites = map.drawer.getByRole('list', { name: 'Assemblages' }).getByRole('listitem');
  const several = sites.filter({ hasText: /\d parcels/ }).first();
  await keys.enter('a site of several parcels', several.getByRole('button').first());
  await keys.enter('Add as One Site', map.drawer.getByRole('button', { name: 'Add as One Site' }));
  await expect(page.getByText(/^Site .+ \+\d+.* was added to the project\.$/)).toBeVisible();
  expect(await markedParcels(request, headers, project)).toHaveLength(3);

  // The lists are closed, and their tool has the focus.
  await keys.enter('Close', map.drawer.getByRole('button', { name: 'Close' }), { key: 'Shift+Tab' });
  await expect(map.drawer).toBeHidden();
  await expect(lists).toBeFocused();
});
