import { expect, test, type Page } from '@playwright/test';
import { Hands } from '../drivers/hands.ts';
import { enter } from '../drivers/session.ts';
import { makeLink, signLetter, verifiedFile, visit } from '../drivers/signing.ts';
import { newFirm } from '../fixtures/firms.ts';
import { addContact, projectOfProperties } from '../fixtures/letters.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { bearer } from '../fixtures/product.ts';

/** Clicks, keys and typed fields that forty letters may take, from the project's page to the first one sent. */
const mostActions = 30;
const wanted = 40;

interface Letter {
  readonly letter_id: string;
  readonly number: string;
  readonly status: string;
  readonly price: number;
}

/** Cells of a table of the dashboard, each row as 'Found | 40 | — | 0 | 0'. */
async function figures(page: Page, table: string): Promise<readonly string[]> {
  const rows = page.getByRole('table', { name: table }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()).join(' | ')),
  );
  return cells.slice(1);
}

const noDeals = (stage: string): string => `${stage} | 0 | — | — | 0`;
const olderOffers = ['8 to 14 days ago | 0 | $0', '15 to 30 days ago | 0 | $0', 'more than 30 days ago | 0 | $0'];
const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

test("the analyst's morning, second half: forty letters made, approved, the first one sent, signed, and counted", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(400_000);
  const analyst = await newFirm('Forty Letters');
  const headers = await bearer(request, analyst);
  const { project, parcels } = await projectOfProperties(request, headers, wanted);
  const [first] = parcels;
  if (!first) throw new Error('no parcels');
  await addContact(request, headers, project, first);
  await enter(page, analyst);
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

  // The dashboard says what was done, before the seller does anything.
  const listed = await request.get(`/property_api/letters?project_id=${project}`, { headers });
  const { letters } = (await listed.json()) as { letters: Letter[] };
  expect(letters).toHaveLength(wanted);
  const sent = letters.find(({ status }) => status === 'sent');
  if (!sent) throw new Error('no letter is sent');
  await page.goto('/dashboard');
  const unsent = letters.reduce((sum, { price }) => sum + price, 0) - sent.price;
  expect(await figures(page, 'Deals by stage')).toEqual([
    `Found | ${wanted - 1} | ${dollars(unsent)} | 0 | 0`,
    noDeals('Contacted'),
    `LOI out | 1 | ${dollars(sent.price)} | 0 | 0`,
    ...['Countered', 'Under contract', 'Dropped'].map(noDeals),
  ]);
  expect(await figures(page, 'Offers out by age')).toEqual([`0 to 7 days ago | 1 | ${dollars(sent.price)}`, ...olderOffers]);

  // Its owner signs it in a second browser.
  await page.goto(`/letters?project_id=${project}&letter_id=${sent.letter_id}`);
  const link = await makeLink(page, { name: 'Dana Whitfield', email: 'dana@owner.example', capacity: 'Manager' });
  const seller = await visit(browser, link);
  await seller.getByRole('button', { name: 'Read the letter' }).click();
  await expect(seller.getByRole('article', { name: 'Text of the letter' })).toBeVisible();
  await signLetter(seller, 'Dana Whitfield');
  const panel = page.getByRole('dialog', { name: sent.number });
  await expect(panel.getByText('Signed', { exact: true }).first()).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Open the signed PDF' })).toBeVisible({ timeout: 60_000 });
  expect(await pdfText(await verifiedFile(request, headers, sent.letter_id))).toContain('Dana Whitfield');

  // Its deal moved by itself, and nothing else changed.
  await page.goto('/dashboard');
  expect(await figures(page, 'Deals by stage')).toEqual([
    `Found | ${wanted - 1} | ${dollars(unsent)} | 0 | 0`,
    ...['Contacted', 'LOI out', 'Countered'].map(noDeals),
    `Under contract | 1 | ${dollars(sent.price)} | 0 | 0`,
    noDeals('Dropped'),
  ]);
  expect(await figures(page, 'Offers out by age')).toEqual(['0 to 7 days ago | 0 | $0', ...olderOffers]);

  console.log(`${hands.count} actions, at most ${mostActions}:\n${hands.toString()}`);
  expect(hands.count).toBeLessThanOrEqual(mostActions);
});
