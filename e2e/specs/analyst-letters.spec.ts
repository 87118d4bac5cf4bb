import { expect, test, type APIRequestContext } from '@playwright/test';
import { DashboardDriver } from '../drivers/dashboard.ts';
import { Hands } from '../drivers/hands.ts';
import { enter } from '../drivers/session.ts';
import { linkIn, signLetter, verifiedFile, visit } from '../drivers/signing.ts';
import { sendCampaign } from '../fixtures/campaigns.ts';
import { newFirm } from '../fixtures/firms.ts';
import { addContact, projectOfProperties } from '../fixtures/letters.ts';
import { messageTo } from '../fixtures/mail.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

/** Clicks, keys and typed fields that forty letters may take, from the project's page to the first ones sent. */
const mostActions = 30;
const wanted = 40;
/** Owners with an address, to whom letters are sent; the first one signs. */
const owners = ['Dana', 'Ruth', 'Sam'] as const;
const campaign = 'Would you sell';

interface Letter {
  readonly letter_id: string;
  readonly number: string;
  readonly parcel_number: string;
  readonly status: string;
  readonly price: number;
}

/** The letters by what became of them, and the project's name. */
interface Work {
  readonly project: string;
  readonly approved: readonly Letter[];
  readonly out: readonly Letter[];
  readonly signed: readonly Letter[];
}

async function workOf(request: APIRequestContext, headers: Headers, project_id: string): Promise<Work> {
  const listed = await request.get('/property_api/letters', { headers, params: { project_id, limit: 200 } });
  const { letters } = (await listed.json()) as { letters: Letter[] };
  const read = await request.get('/api/get_project_data', { headers, params: { project_id } });
  const { project_data } = (await read.json()) as { project_data: { project_name: string } };
  const of = (status: string): readonly Letter[] => letters.filter((letter) => letter.status === status);
  const work = { project: project_data.project_name, approved: of('approved'), out: of('sent'), signed: of('signed') };
  expect(work.approved.length + work.out.length + work.signed.length).toBe(wanted);
  return work;
}

const sum = (letters: readonly Letter[]): string => `$${letters.reduce((all, { price }) => all + price, 0).toLocaleString('en-US')}`;
const deals = (count: number): string => (count === 1 ? '1 deal' : `${count} deals`);
const openDeals = ({ approved, out }: Work): readonly Letter[] => [...approved, ...out];

/** The stages of deals, each with the letters of its deals. Everything was done today. */
const stagesOf = ({ approved, out, signed }: Work): readonly (readonly [string, readonly Letter[]])[] => [
  ['Found', approved],
  ['Contacted', []],
  ['LOI out', out],
  ['Countered', []],
  ['Under contract', signed],
  ['Dropped', []],
];

/** Only the letter that was signed is an answer to the campaign. */
const answers = ({ signed }: Work): string => `${Math.round((100 * signed.length) / owners.length)}%`;

/** The tables of the dashboard. */
function tablesOf(work: Work): Readonly<Record<string, readonly unknown[]>> {
  const { project, out, signed } = work;
  const open = openDeals(work);
  // Who signs has opened the letter.
  const outcome = `\\| ${owners.length} \\| ${signed.length} \\| ${signed.length} \\| ${answers(work)}$`;
  return {
    'Deals by stage': stagesOf(work).map(([stage, letters]) =>
      letters.length === 0 ? `${stage} | 0 | — | — | 0` : `${stage} | ${letters.length} | ${sum(letters)} | 0 | 0`,
    ),
    'Offers out by age': [
      `0 to 7 days ago | ${out.length} | ${sum(out)}`,
      '8 to 14 days ago | 0 | $0',
      '15 to 30 days ago | 0 | $0',
      'more than 30 days ago | 0 | $0',
    ],
    'Open deals by project': [`${project} | ${open.length} | ${sum(open)}`],
    'Open deals by person': [`Nobody | ${open.length} | ${sum(open)}`],
    // With its day.
    'What came of campaigns to owners': [expect.stringMatching(new RegExp(`^${campaign}.* ${outcome}`))],
  };
}

/** The figures that lead to deals, each with the number of them. */
function dealFiguresOf(work: Work): Readonly<Record<string, number>> {
  const open = openDeals(work);
  const stages = stagesOf(work).flatMap(([stage, letters]) => [
    [`${stage}: ${deals(letters.length)}`, letters.length],
    [`${stage}: 0 stalled deals`, 0],
    ...(letters.length === 0
      ? []
      : [
          [`${stage}: offers of ${sum(letters)}`, letters.length],
          [`${stage}: in the stage for 0 days, the median`, letters.length],
        ]),
  ]);
  const people = [work.project, 'Nobody'].flatMap((name) => [
    [`${name}: ${open.length} open deals`, open.length],
    [`${name}: offers of ${sum(open)}`, open.length],
  ]);
  const responded = work.signed.length;
  return {
    ...(Object.fromEntries([...stages, ...people]) as Record<string, number>),
    '0 stalled deals': 0,
    [`${campaign}: ${owners.length} reached`]: owners.length,
    [`${campaign}: ${responded} opened`]: responded,
    [`${campaign}: ${responded} responded`]: responded,
    [`${campaign}: ${answers(work)} responded`]: responded,
  };
}

/** The figures that lead to letters. All that are out expire this week. */
const letterFiguresOf = ({ out }: Work): Readonly<Record<string, number>> => ({
  [`${out.length} letters sent 0 to 7 days ago`]: out.length,
  [`Offers of ${sum(out)} sent 0 to 7 days ago`]: out.length,
  ...Object.fromEntries(['8 to 14', '15 to 30', 'more than 30'].map((days) => [`0 letters sent ${days} days ago`, 0])),
  [`${out.length} letters expire within 7 days, ${sum(out)}`]: out.length,
});

/** A letter that is out is a task of the analyst until it is answered. */
const taskFiguresOf = ({ out }: Work): Readonly<Record<string, number>> => ({ [`${out.length} open tasks`]: out.length });

/** Opens the dashboard, whose figures are those of this work. */
async function expectFigures(dashboard: DashboardDriver, work: Work): Promise<void> {
  await dashboard.open();
  for (const [table, rows] of Object.entries(tablesOf(work))) expect(await dashboard.figures(table), table).toEqual(rows);
  const others = Object.keys({ ...letterFiguresOf(work), ...taskFiguresOf(work), '0 stalled deals': 0 });
  for (const figure of others) await expect(dashboard.figure(figure)).toBeVisible();
  for (const { number } of work.out) await expect(dashboard.figure(`Letter expires (${number})`)).toBeVisible();
}

test("the analyst's morning, second half: forty letters made, approved, the first ones sent to be signed, one signed, and counted", async ({
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
  const addresses: string[] = [];
  for (const [place, owner] of owners.entries()) {
    const parcel = parcels[place];
    if (parcel) addresses.push(await addContact(request, headers, project, parcel, owner));
  }
  expect(await sendCampaign(request, headers, project, campaign)).toBe(owners.length);
  await enter(page, analyst);
  await page.goto(`/project?project_id=${project}&project_name=Letters`);
  const hands = new Hands(page);

  // All properties of the list.
  await hands.click('Properties', page.getByRole('tab', { name: 'Properties' }));
  await hands.click('all', page.getByRole('checkbox', { name: 'Select all loaded properties' }));
  await expect(page.getByText(`${wanted} properties selected`)).toBeVisible();
  await hands.click('Create LOIs', page.getByRole('button', { name: 'Create LOIs' }));

  // 95 % of the appraised value, to the nearest thousand; for five days.
  await hands.choose('Price', page.getByRole('combobox', { name: 'Price', exact: true }), 'Percent of appraised value');
  await hands.type('the percent', page.getByLabel('Percent (%)'), '95');
  await hands.type('the step', page.getByLabel('Step ($)'), '1,000');
  const lastDay = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await hands.type('the last day', page.getByLabel('Last day', { exact: true }), lastDay);
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

  // Those whose owner has an address are sent, each with a link to sign.
  await hands.click('Send', page.getByRole('toolbar').getByRole('button', { name: 'Send' }));
  const sending = page.getByRole('dialog', { name: `Send ${wanted} letters` });
  await hands.click('Link to sign', sending.getByRole('checkbox', { name: 'Link to sign' }));
  await expect(sending.getByLabel('Message')).toHaveValue(/{{link}}/);
  const signers = sending.getByRole('region', { name: 'Who signs' });
  for (const address of addresses) await expect(signers).toContainText(address);
  await hands.click('Send', sending.getByRole('button', { name: `Send ${owners.length} letters, leave out ${wanted - owners.length}` }));
  await expect(page.getByRole('alert').filter({ hasText: `${owners.length} letters queued, to ` })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`^Sent: ${owners.length},`) })).toBeVisible({ timeout: 60_000 });

  // The dashboard says what was done, before a seller does anything.
  const dashboard = new DashboardDriver(page);
  const sent = await workOf(request, headers, project);
  await expectFigures(dashboard, sent);

  // The owner of the first one signs in a second browser, by the link of the message.
  const letter = sent.out.find(({ parcel_number }) => parcel_number === first.parcel.parcelnumb);
  if (!letter) throw new Error('the letter of the first parcel is not sent');
  await page.goto(`/letters?project_id=${project}&letter_id=${letter.letter_id}`);
  const panel = page.getByRole('dialog', { name: letter.number });
  await expect(panel.getByText('Sent', { exact: true }).first()).toBeVisible();
  const seller = await visit(browser, linkIn(await messageTo(addresses[0] ?? '', '/sign#')));
  await seller.getByRole('button', { name: 'Read the letter' }).click();
  await expect(seller.getByRole('article', { name: 'Text of the letter' })).toBeVisible();
  await signLetter(seller, 'Dana Whitfield');
  await expect(panel.getByText('Signed', { exact: true }).first()).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Open the signed PDF' })).toBeVisible({ timeout: 60_000 });
  expect(await pdfText(await verifiedFile(request, headers, letter.letter_id))).toContain('Dana Whitfield');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: new RegExp(`^Sent: ${owners.length - 1},`) })).toBeVisible();

  // Its deal moved by itself, nothing else changed, and each figure leads to what it counts.
  const signed = await workOf(request, headers, project);
  expect(signed.signed.map(({ number }) => number)).toEqual([letter.number]);
  expect(signed.out.map(({ number }) => number)).toEqual(sent.out.map(({ number }) => number).filter((number) => number !== letter.number));
  expect(signed.approved).toHaveLength(wanted - owners.length);
  await expectFigures(dashboard, signed);
  await dashboard.follow('Letters', letterFiguresOf(signed));
  await dashboard.follow('Deals', dealFiguresOf(signed));
  await dashboard.follow('Tasks', taskFiguresOf(signed));

  hands.report(mostActions);
});
