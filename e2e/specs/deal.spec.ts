import { expect, test } from '@playwright/test';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { createProject, lookUp, propertyArrives, tryAdd } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** The sample block in central Houston. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('a deal is dropped and taken back, has a task and a note, and its project a stage of its own', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Deal');
  const found = await lookUp(request, headers, houston.lat, houston.lon);
  const { parcelnumb } = found.parcel;
  expect(await tryAdd(request, headers, project, found)).toBeDefined();
  await propertyArrives(request, headers, project, parcelnumb);
  await enter(page, meridianAnalyst);
  await page.goto(`/property/${encodeURIComponent(parcelnumb)}?project_id=${project}`);
  const property = new PropertyDriver(page);
  await property.ready();
  const deal = property.section('Deal');
  const stage = deal.getByRole('combobox', { name: 'Stage' });
  await expect(stage).toHaveValue('Found');

  await stage.click();
  await page.getByRole('option', { name: 'Dropped' }).click();
  await page.getByRole('dialog', { name: 'Move to Dropped' }).getByLabel('Reason').fill('In a flood zone');
  await page.keyboard.press('Enter');
  await expect(stage).toHaveValue('Dropped');
  await expect(deal.getByLabel('Reason for dropping')).toHaveValue('In a flood zone');
  await page.getByRole('alert').filter({ hasText: 'Moved to Dropped' }).getByRole('button', { name: 'Undo' }).click();
  await expect(stage).toHaveValue('Found');

  await deal.getByLabel('Next step').fill('Call the owner');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Deal saved' })).toBeVisible();
  const task = `Order the survey of ${parcelnumb} for ${project.slice(0, 8)}`;
  await deal.getByLabel('New task').fill(task);
  await deal.getByLabel('Due').fill('2020-01-06');
  await deal.getByRole('button', { name: 'Add task' }).click();
  await expect(deal.getByRole('listitem').filter({ hasText: task })).toContainText('Overdue');
  const note = `The owner is in Austin until Friday, says ${project.slice(0, 8)}.`;
  await deal.getByLabel('New note').fill(note);
  await deal.getByRole('button', { name: 'Add note' }).click();
  await expect(deal.getByRole('list', { name: 'Notes' })).toContainText(note);
  await deal.getByRole('button', { name: 'History' }).click();
  await expect(deal.getByRole('list', { name: 'Changes of the deal' })).toContainText('Reason: In a flood zone → —');
  await expect(page.getByLabel('Loading the map')).toBeHidden();
  await judge(page, 'property-deal');

  // The start page leads back to the task's property.
  await page.goto('/dashboard');
  const work = page.getByRole('region', { name: 'My Work' });
  const all = work.getByRole('button', { name: /^Show (all \d+|500)$/ });
  await expect(work.getByRole('link', { name: /overdue$/ }).first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await work.getByRole('link', { name: task }).click();
  await property.ready();
  await deal.getByRole('checkbox', { name: task }).click();
  await expect(deal.getByRole('checkbox', { name: task })).toBeHidden();

  // Ctrl-K finds the note and the task that is done, and brings them into view.
  for (const [words, record] of [
    [`austin ${project.slice(0, 8)}`, deal.getByRole('listitem').filter({ hasText: note })],
    [`survey ${project.slice(0, 8)}`, deal.getByRole('listitem').filter({ hasText: task })],
  ] as const) {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search projects/ }).fill(words);
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(project.slice(0, 8));
    await page.keyboard.press('Enter');
    await expect(record).toBeFocused();
  }

  await page.goto(`/project?project_id=${project}&project_name=Deal`);
  await page.getByRole('tab', { name: 'Pipeline' }).click();
  await page.getByRole('button', { name: 'Edit Stages' }).click();
  const stages = page.getByRole('dialog', { name: 'Edit Stages' });
  await stages.getByRole('button', { name: 'Add stage' }).click();
  await expect(stages.getByLabel('Name of New stage')).toBeFocused();
  await page.keyboard.type('Under review');
  await stages.getByRole('button', { name: 'Rules of Under review' }).click();
  await judge(page, 'edit-stages');
  await stages.getByRole('button', { name: 'Move Under review up' }).click();
  await stages.getByRole('button', { name: 'Remove Found' }).click();
  await stages.getByRole('combobox', { name: 'Where the deals of Found move' }).click();
  await page.getByRole('option', { name: 'Contacted' }).click();
  await stages.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Under review' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Found' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Contacted' }).getByRole('listitem')).toHaveCount(1);
});
