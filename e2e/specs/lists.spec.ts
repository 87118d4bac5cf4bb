import { expect, test, type Locator, type Page } from '@playwright/test';
import { uniqueName } from '../drivers/projects.ts';
import { enter } from '../drivers/session.ts';
import { createProject } from '../fixtures/calls.ts';
import { exported } from '../fixtures/downloads.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

test('a list of contacts is filtered, kept as a view, exported and edited in place', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const tag = uniqueName('Lake').replaceAll(' ', '-').toLowerCase();
  for (const first_name of ['Ann', 'Ben', 'Cleo']) {
    const data = { first_name, last_name: tag, email: `${first_name}@${tag}.example`, phone_number: '(713) 555-0100', tags: tag };
    const answer = await request.post('/api/add_contact', { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await enter(page, meridianAnalyst);
  await page.goto('/contacts');
  const search = page.getByRole('searchbox');
  await search.fill(tag);
  await expect(page.getByText('3 contacts', { exact: true })).toBeVisible();
  const lines = await exported(page, 'all contacts of the list');
  expect(lines).toHaveLength(1 + 3);
  for (const name of ['Ann', 'Ben', 'Cleo']) expect(lines.join('\n')).toContain(`${name}@${tag}.example`);

  // The view is there after a reload, and its button says which it is.
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name: 'Save as...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill(tag);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: tag }).click();
  await expect(search).toHaveValue(tag);
  await expect(page.getByText('3 contacts', { exact: true })).toBeVisible();
  await judge(page, 'contacts-view');

  // Enter edits a cell, Enter saves it, Esc restores it.
  const phone = page.getByRole('cell', { name: '(713) 555-0100' }).first();
  await phone.dblclick();
  const field = page.getByRole('textbox', { name: /^Phone of / });
  await expect(field).toBeFocused();
  await field.fill('(713) 555-0199');
  await page.keyboard.press('Enter');
  const edited = page.getByRole('cell', { name: '(713) 555-0199' });
  await expect(edited).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill('nothing');
  await page.keyboard.press('Escape');
  await expect(edited).toBeVisible();
  await page.reload();
  await search.fill(tag);
  await expect(page.getByText('3 contacts', { exact: true })).toBeVisible();
  await expect(edited).toBeVisible();

  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name: tag }).click();
  await page.getByRole('button', { name: tag, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Views/ })).toBeVisible();
});

test('companies show a chosen field and their sum, are tagged and removed together, and come back by Undo', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const name = uniqueName('Marsh');
  for (const number_of_employees of [40, 2, null]) {
    const data = { company_name: `${name} ${number_of_employees ?? 'unknown'}`, number_of_employees };
    const answer = await request.post('/api/add_company', { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const contact = { first_name: 'Ann', last_name: name, email: `ann@${Date.now().toString(36)}.example`, company_name: `${name} 40` };
  const added = await request.post('/api/add_contact', { headers, data: contact });
  expect(added.ok(), await added.text()).toBe(true);

  await enter(page, meridianAnalyst);
  await page.goto('/companies');
  await page.getByRole('searchbox').fill(name);
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) });
  await expect(boxes).toHaveCount(3);
  await expect(page.getByText('42 employees (1 without a number of employees)', { exact: true })).toBeVisible();
  await showFields(page, ['Contacts', 'Assigned To']);
  await expect(page.getByRole('article', { name: `${name} 40` })).toContainText('Contacts1');
  await expect(page.getByRole('article', { name: `${name} 2` })).toContainText('Contacts0');

  await boxes.first().check();
  await boxes.last().click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected companies' });
  await expect(bar.getByRole('status')).toHaveText('3 companies selected');
  await addTag(page, bar, 'lenders');
  await expect(page.getByText('Tagged lenders: 3 companies.')).toBeVisible();
  await judge(page, 'companies-selected');
  expect((await exported(page, 'all companies of the list')).filter((line) => line.includes('lenders'))).toHaveLength(3);
  await bar.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Marcus Okafor' }).click();
  const assigned = page.getByRole('article', { name: new RegExp(name) }).filter({ hasText: 'Assigned ToMarcus Okafor' });
  await expect(assigned).toHaveCount(3);
  await undo(page, 'Assigned to Marcus Okafor: 3 companies.');
  await expect(assigned).toHaveCount(0);

  // As the button in the panel of 'More'.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search projects/ }).fill('delete selected');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('3 companies selected');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted: 3 companies.')).toBeVisible();
  await expect(boxes).toHaveCount(0);
  await undo(page, 'Deleted: 3 companies.');
  await expect(boxes).toHaveCount(3);
});

test('projects show chosen fields and their sums, are changed and removed together, and each comes back by Undo', async ({
  page,
  request,
}) => {
  const headers = await bearer(request, meridianAnalyst);
  const name = uniqueName('Marsh');
  const tag = name.replaceAll(' ', '-').toLowerCase();
  await createProject(request, headers, name, { progress: 20, site_size_min: 5, site_size_max: 10 });
  await createProject(request, headers, name, { progress: 40 });
  await enter(page, meridianAnalyst);
  await page.goto('/projects');
  await page.getByRole('searchbox').fill(name);
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) });
  await expect(boxes).toHaveCount(2);
  await expect(page.getByText('0 properties · 30% progress on average', { exact: true })).toBeVisible();
  await showFields(page, ['Assigned To', 'Site, acres']);
  const cards = page.getByRole('article', { name: new RegExp(name) });
  await expect(cards.filter({ hasText: 'Site, acres5 to 10' })).toHaveCount(1);

  for (const box of await boxes.all()) await box.check();
  expect(await exported(page, 'all projects of the list')).toHaveLength(1 + 2);
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected projects' });
  await expect(bar).toContainText('30% progress on average');
  const changed = async (text: string, done: string): Promise<void> => {
    await expect(cards.filter({ hasText: text })).toHaveCount(2);
    await undo(page, done);
    await expect(cards.filter({ hasText: text })).toHaveCount(0);
  };
  await bar.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Review' }).click();
  await changed('Review', 'Status of 2 projects: Review.');
  await addTag(page, bar, tag);
  await expect(cards.filter({ hasText: tag })).toHaveCount(2);
  await bar.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Marcus Okafor' }).click();
  await expect(cards.filter({ hasText: 'Assigned ToMarcus Okafor' })).toHaveCount(2);
  await judge(page, 'projects-selected', { settled: () => leavesRoomOnPhones(page, bar) });
  await changed('Marcus Okafor', 'Assigned to Marcus Okafor: 2 projects.');
  await changed(tag, `Tagged ${tag}: 2 projects.`);

  await cards.first().getByRole('link').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('textbox', { name: /^Description of/ }).fill('Corner lots');
  await page.keyboard.press('Enter');
  await expect(cards.filter({ hasText: 'Corner lots' })).toHaveCount(1);
  await undo(page, 'Description of ');
  await expect(cards.filter({ hasText: 'Corner lots' })).toHaveCount(0);

  await bar.getByRole('button', { name: 'More' }).click();
  await bar.getByRole('button', { name: 'E-mail owners' }).click();
  const owners = page.getByRole('dialog', { name: 'E-mail the owners of 2 projects' });
  await expect(owners.getByRole('status')).toHaveText('0 people can be written to');
  await owners.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(boxes).toHaveCount(0);
  await undo(page, '2 projects deleted successfully!');
  await expect(boxes).toHaveCount(2);
});

test('a list of more than a hundred rows is there on a phone, and goes on while it is scrolled', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const street = uniqueName('Cypress');
  const lines = Array.from({ length: 120 }, (_, at) => `${at + 1} ${street},2026-03-04,${500_000 + at}`);
  const csv = ['address,sale_date,price', ...lines].join('\n');
  const answer = await request.post('/property_api/comps/import', { headers, data: { text: csv, source: 'Broker' } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await enter(page, meridianAnalyst);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/sales?q=${encodeURIComponent(street)}`);
  const sales = page.getByRole('button', { name: new RegExp(`^\\d+ ${street}$`) });
  await expect(sales.first()).toBeInViewport();
  const seen = new Set<string>();
  await page.mouse.move(195, 600);
  await expect(async () => {
    for (const name of await sales.allTextContents()) seen.add(name);
    await page.mouse.wheel(0, 1_500);
    expect(seen.size).toBe(lines.length);
  }).toPass({ intervals: [100], timeout: 30_000 });
});

/** Adds fields to the cards of a list. */
async function showFields(page: Page, fields: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Fields' }).click();
  for (const field of fields) await page.getByRole('checkbox', { name: field, exact: true }).check();
  await page.keyboard.press('Escape');
}

/** Adds a tag to the selected rows. */
async function addTag(page: Page, bar: Locator, tag: string): Promise<void> {
  await bar.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add a tag' }).getByLabel('Tag').fill(tag);
  await page.keyboard.press('Enter');
}

/** Of the notices, a phone shows the newest, which covers neither the heading, nor the page's button, nor those of the bar. */
async function leavesRoomOnPhones(page: Page, bar: Locator): Promise<void> {
  if (page.viewportSize()?.width !== 390) return;
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(1);
  const heading = page.getByRole('heading', { level: 1 });
  for (const each of [heading, page.getByRole('button', { name: 'New Project' }), bar.getByRole('button', { name: 'More' })])
    await each.click({ trial: true });
}

/** Presses 'Undo' of the notice of what was done. */
async function undo(page: Page, done: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: done }).getByRole('button', { name: 'Undo' }).click();
}
