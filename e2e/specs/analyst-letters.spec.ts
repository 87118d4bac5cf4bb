import { expect, test } from '@playwright/test';
import { Hands } from '../drivers/hands.ts';
import { enter } from '../drivers/session.ts';
import { addContact, projectOfProperties } from '../fixtures/letters.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** Clicks, keys and typed fields that forty letters may take, from the project's page to the first one sent. */
const mostActions = 30;
const wanted = 40;

test("the analyst's morning, second half: forty letters made, approved, and the first one sent", async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAnalyst);
  const { project, parcels } = await projectOfProperties(request, headers, wanted);
  const [first] = parcels;
  if (!first) throw new Error('no parcels');
  await addContact(request, headers, project, first);
  await enter(page, meridianAnalyst);
  await page.goto(`/project?project_id=${project}&project_name=Letters`);
  const hands = new Hands(page);

  // All properties of the list.
  await hands.click('Properties', page.getByRole('tab', { name: 'Properties' }));
  await hands.click('all', page.getByRole('checkbox', { name: 'Select all loaded properties' }));
  await expect(page.getByText(`${wanted} properties selected`)).toBeVisible();
  await hands.click('Create LOIs', page.getByRole('button', { name: 'Create LOIs' }));

  // 95 % of the appraised value, to the nearest thousand.
  await hands.choose('Price', page.getByRole('combobox', { name: 'Price', exact: true }), 'Percent of appraised value');
  await hands.type('the percent', page.getByLabel('Percent (%)'), '95');
  await hands.type('the step', page.getByLabel('Step ($)'), '1,000');
  const make = page.getByRole('button', { name: /^(Make|No letter)/ });
  await expect(page.getByRole('status').filter({ hasText: 'in total' })).toBeVisible();
  // The list can change with each preview.
  const standIns = page.getByRole('group', { name: 'Accept stand-ins' }).getByRole('checkbox', { checked: false });
  while ((await standIns.count()) > 0) await hands.click('a stand-in', standIns.first());
  await expect(make).toHaveText(new RegExp(`^Make ${wanted} letters`));
  await expect(make).toBeEnabled();
  await hands.press('Control+Enter');
  await expect(page.getByRole('heading', { name: `${wanted} letters made` })).toBeVisible();
  await expect(page.getByText(`All PDFs are done: ${wanted} made`)).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('link', { name: 'Print all (PDF)' })).toBeVisible();

  // All of them approved, with every figure on screen.
  await hands.click('Open the letters', page.getByRole('link', { name: 'Open the letters' }));
  await hands.click('all', page.getByRole('checkbox', { name: 'Select all loaded letters' }));
  await hands.click('Approve', page.getByRole('toolbar').getByRole('button', { name: 'Approve' }));
  const approving = page.getByRole('dialog', { name: `Approve ${wanted} letters` });
  await expect(approving.getByText('in total')).toBeVisible();
  await hands.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: `${wanted} letters approved.` })).toBeVisible();
  await expect(approving).toBeHidden();
  await expect(page.getByRole('button', { name: new RegExp(`^Approved: ${wanted},`) })).toBeVisible();

  // The first one to its owner.
  await hands.press('Escape');
  await expect(page.getByRole('toolbar')).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: String(first.parcel['address'] ?? first.parcel.parcelnumb) });
  await hands.click('the letter', row.getByRole('checkbox'));
  await hands.click('Send', page.getByRole('toolbar').getByRole('button', { name: 'Send' }));
  await expect(page.getByRole('dialog', { name: 'Send 1 letter' })).toBeVisible();
  await hands.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '1 letter queued, to dana.' })).toBeVisible();
  await expect(row.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });

  console.log(`${hands.count} actions, at most ${mostActions}:\n${hands.toString()}`);
  expect(hands.count).toBeLessThanOrEqual(mostActions);
});
