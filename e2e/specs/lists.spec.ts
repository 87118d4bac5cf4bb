import { expect, test } from '@playwright/test';
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

test('companies are tagged and removed together, projects too, and both come back by Undo', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const name = uniqueName('Marsh');
  for (const at of [1, 2, 3]) {
    const answer = await request.post('/api/add_company', { headers, data: { company_name: `${name} ${at}` } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await enter(page, meridianAnalyst);
  await page.goto('/companies');
  await page.getByRole('searchbox').fill(name);
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) });
  await expect(boxes).toHaveCount(3);
  await boxes.first().check();
  await boxes.last().click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected companies' });
  await expect(bar.getByRole('status')).toHaveText('3 companies selected');
  await bar.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add a tag' }).getByLabel('Tag').fill('lenders');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tagged lenders: 3 companies.')).toBeVisible();
  await judge(page, 'companies-selected');
  expect((await exported(page, 'all companies of the list')).filter((line) => line.includes('lenders'))).toHaveLength(3);

  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted: 3 companies.')).toBeVisible();
  await expect(boxes).toHaveCount(0);
  await page.getByRole('alert').filter({ hasText: 'Deleted: 3 companies.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(boxes).toHaveCount(3);

  const projects = [await createProject(request, headers, name), await createProject(request, headers, name)];
  await page.goto('/projects');
  await page.getByRole('searchbox').fill(name);
  await expect(boxes).toHaveCount(projects.length);
  for (const box of await boxes.all()) await box.check();
  expect(await exported(page, 'all projects of the list')).toHaveLength(1 + projects.length);
  const actions = page.getByRole('toolbar', { name: 'Actions for the selected projects' });
  const reviewed = page.getByRole('article', { name: new RegExp(name) }).filter({ hasText: 'Review' });
  await actions.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Review' }).click();
  await expect(reviewed).toHaveCount(projects.length);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(reviewed).toHaveCount(0);
  await actions.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(boxes).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(boxes).toHaveCount(projects.length);
});
