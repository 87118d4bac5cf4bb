import { expect, test } from '@playwright/test';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { createProject, lookUp, propertyArrives, tryAdd } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAdmin, meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

test('a mention reaches the bell of its person, and a calendar has the tasks of its owner alone', async ({ page, browser, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Mention');
  const found = await lookUp(request, headers, 29.7604, -95.3698);
  const { parcelnumb } = found.parcel;
  await tryAdd(request, headers, project, found);
  await propertyArrives(request, headers, project, parcelnumb);
  const colleague = await (await browser.newContext()).newPage();
  await enter(colleague, meridianAdmin);
  const name = 'Dana';
  await colleague.goto('/dashboard');

  await enter(page, meridianAnalyst);
  await page.goto(`/property/${encodeURIComponent(parcelnumb)}?project_id=${project}`);
  await new PropertyDriver(page).ready();
  const deal = new PropertyDriver(page).section('Deal');
  const task = `Order the survey, ${project.slice(0, 8)}`;
  await deal.getByLabel('New task').fill(task);
  await deal.getByLabel('Due').fill('2031-03-04');
  await deal.getByRole('button', { name: 'Add task' }).click();
  await expect(deal.getByRole('listitem').filter({ hasText: task })).toBeVisible();

  // The name is chosen by keys.
  const note = deal.getByLabel('New note');
  await note.click();
  await page.keyboard.type(`Please read the survey @${name.slice(0, 3)}`);
  await expect(page.getByRole('option').first()).toContainText(name);
  await judge(page, 'mention-people');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(note).toHaveValue(new RegExp(`^Please read the survey @${name} \\S+`));
  await deal.getByRole('button', { name: 'Add note' }).click();
  await expect(deal.getByRole('list', { name: 'Notes' }).locator('strong, b, [data-mention]').first()).toContainText(name);

  await colleague.getByRole('button', { name: /^Notifications/ }).click();
  const mention = colleague.getByRole('region', { name: 'Mentions' }).getByRole('listitem').first();
  await expect(mention).toContainText('Please read the survey');
  await judge(colleague, 'bell-mention');
  await mention.getByRole('link').first().click();
  await expect(colleague).toHaveURL(new RegExp(`/property/.*${project}`));

  // Calendars read without a session, and have no calendar after it is ended.
  await page.goto('/profile?tab=notifications');
  await page.getByRole('button', { name: /^(Create Calendar|Make a new address)$/ }).click();
  const again = page.getByRole('dialog').getByRole('button', { name: 'Make a new address' });
  const address = page.getByLabel('Address of the calendar');
  await expect(address.or(again)).toBeVisible();
  if (await again.isVisible()) await again.click();
  const { pathname } = new URL(await address.inputValue());
  await judge(page, 'profile-calendar');
  const calendar = await request.get(pathname);
  expect(calendar.headers()['content-type']).toContain('text/calendar');
  const text = (await calendar.text()).replaceAll('\r\n ', '');
  expect(text).toContain('BEGIN:VCALENDAR\r\n');
  expect(text).toContain(task.replace(',', '\\,'));
  expect(text).toContain('DTSTART;VALUE=DATE:20310304');
  const { etag } = calendar.headers();
  expect((await request.get(pathname, { headers: { 'if-none-match': String(etag) } })).status()).toBe(304);
  await page.getByRole('button', { name: 'End Calendar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End Calendar' }).click();
  await expect(page.getByText('You have no calendar.')).toBeVisible();
  expect([404, 410]).toContain((await request.get(pathname)).status());
});
