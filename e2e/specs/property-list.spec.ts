import { expect, test, type APIRequestContext } from '@playwright/test';
import { uniqueName } from '../drivers/projects.ts';
import { enter } from '../drivers/session.ts';
import { exported, saved } from '../fixtures/downloads.ts';
import { judge } from '../fixtures/judge.ts';
import { projectOfProperties } from '../fixtures/letters.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

interface Row {
  readonly property_id: string;
  readonly parcel_number: string;
  readonly acres: number | null;
}

/** A GeoJSON file of parcels. */
interface Outlines {
  readonly features: readonly { readonly properties: { readonly parcelnumb: string }; readonly geometry: { readonly type: string } }[];
}

async function propertiesOf(request: APIRequestContext, headers: Headers, project: string): Promise<readonly Row[]> {
  const answer = await request.get(`/property_api/property_details?project_id=${project}`, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { properties: Row[] }).properties;
}

/** Moves deals to the stage of a milestone. */
async function moveTo(request: APIRequestContext, headers: Headers, project: string, milestone: string, rows: readonly Row[]) {
  const listed = await request.get(`/property_api/deal_stages?project_id=${project}`, { headers });
  const { stages } = (await listed.json()) as { stages: { stage_id: string; milestone: string | null }[] };
  const data = {
    project_id: project,
    property_ids: rows.map(({ property_id }) => property_id),
    stage_id: stages.find((stage) => stage.milestone === milestone)?.stage_id,
  };
  const answer = await request.post('/property_api/deals/update', { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const area = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

test('properties are filtered by stage, summed, selected, exported and kept as a view', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const { project } = await projectOfProperties(request, headers, 4);
  const rows = await propertiesOf(request, headers, project);
  const contacted = rows.slice(1, 3);
  await moveTo(request, headers, project, 'contacted', contacted);
  const acres = contacted.reduce((sum, row) => sum + (row.acres ?? 0), 0);

  await enter(page, meridianAnalyst);
  const open = async (): Promise<void> => {
    await page.goto(`/project?project_id=${project}&project_name=List`);
    await page.getByRole('tab', { name: 'Properties' }).click();
    await expect(page.getByText('4 properties', { exact: true })).toBeVisible();
  };
  await open();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: 'Contacted' }).click();
  await expect(page.getByText('2 properties', { exact: true })).toBeVisible();
  await expect(page.getByText(`${area.format(acres)} acres`, { exact: false }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search properties' }).click();
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('listitem')).toHaveText('Contacted');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Stage' }).check();
  await page.getByRole('searchbox', { name: 'Search properties' }).click();
  await expect(page.getByRole('cell', { name: 'Contacted' })).toHaveCount(2);

  // One row, then all of the filter: the file of the selection is that of the list.
  const all = await exported(page, 'all properties of the list');
  expect(all).toHaveLength(1 + contacted.length);
  for (const { parcel_number } of contacted) expect(all.join('\n')).toContain(parcel_number);
  await page.getByRole('button', { name: 'Export all properties of the list' }).click();
  const outlines = await saved(page, () => page.getByRole('menuitem', { name: 'GeoJSON' }).click());
  const { features } = JSON.parse(outlines.bytes.toString()) as Outlines;
  expect(features.map(({ properties }) => properties.parcelnumb)).toEqual(contacted.map(({ parcel_number }) => parcel_number));
  expect(features.map(({ geometry }) => geometry.type)).toEqual(['MultiPolygon', 'MultiPolygon']);
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected properties' });
  await bar.getByRole('button', { name: 'Select all 2 of the list' }).click();
  await expect(bar.getByRole('status')).toHaveText('2 properties selected');
  await bar.getByRole('button', { name: 'More' }).click();
  expect(await exported(page, '2 properties')).toEqual(all);
  await bar.getByRole('button', { name: 'More' }).click();
  await judge(page, 'properties-filtered');
  await page.getByRole('button', { name: 'Clear the selection' }).click();

  // The view is there after a reload, and the filter can be taken out.
  const name = uniqueName('Contacted');
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name: 'Save as...' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await open();
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page.getByText('2 properties', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Contacted' })).toHaveCount(2);
  await chips.getByRole('button', { name: 'Remove the filter Contacted' }).click();
  await expect(page.getByText('4 properties', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `${name} (modified)` })).toBeVisible();

  // All four go and come back in one step each.
  await page.getByRole('checkbox', { name: 'Select all loaded properties' }).check();
  await bar.getByRole('button', { name: 'More' }).click();
  await bar.getByRole('button', { name: 'Remove from project' }).click();
  await page.getByRole('button', { name: 'Remove Property' }).click();
  await expect(page.getByText('4 properties removed successfully!')).toBeVisible();
  await expect(page.getByText('No properties yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('4 properties', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Contacted' })).toHaveCount(2);

  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Views/ })).toBeVisible();
});

test('properties are tagged together and filtered by the tag, and a value typed into the list comes back by Undo', async ({
  page,
  request,
}) => {
  const headers = await bearer(request, meridianAnalyst);
  const { project } = await projectOfProperties(request, headers, 3);
  const tag = uniqueName('Rail').toLowerCase();
  await enter(page, meridianAnalyst);
  await page.goto(`/project?project_id=${project}&project_name=List`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await expect(page.getByText('3 properties', { exact: true })).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.first().check();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected properties' });
  await bar.getByRole('button', { name: 'More' }).click();
  await bar.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add a tag' }).getByLabel('Tag').fill(tag);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Tagged ${tag}: 2 properties.`)).toBeVisible();
  const tagged = page.getByRole('row').filter({ hasText: tag });
  await expect(tagged).toHaveCount(2);
  await judge(page, 'properties-tagged');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: tag }).click();
  await expect(page.getByText('2 properties', { exact: true })).toBeVisible();
  const lines = await exported(page, 'all properties of the list');
  expect(lines.filter((line) => line.includes(tag))).toHaveLength(2);

  // Enter edits the first value of a row; Undo sets it back.
  const row = tagged.first();
  const value = row.getByRole('cell').nth(4);
  const before = await value.textContent();
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Total Value of / }).fill('1,234,567');
  await page.keyboard.press('Enter');
  await expect(value).toHaveText('$1,234,567');
  const saved = page.getByRole('alert').filter({ hasText: /^Total Value of .* saved\./ });
  await saved.getByRole('button', { name: 'Undo' }).click();
  await expect(value).toHaveText(before ?? '');

  // On the board and on the property's page; removing it there takes it out of the list.
  await page.getByRole('tab', { name: 'Pipeline' }).click();
  const card = page.getByRole('listitem').filter({ hasText: tag }).first();
  await expect(card).toBeVisible();
  await judge(page, 'board-tagged');
  await card.getByRole('link').click();
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.press('Backspace');
  await expect(page.getByText(`Tag ${tag} removed: 1 property.`)).toBeVisible();
  await judge(page, 'property-tags');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText(tag, { exact: true }).first()).toBeVisible();
});
