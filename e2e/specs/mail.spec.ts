import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { createProject, propertyArrives, severalParcels, tryAdd, type Found } from '../fixtures/calls.ts';
import { env } from '../fixtures/environment.ts';
import { judge } from '../fixtures/judge.ts';
import { messageTo } from '../fixtures/mail.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

/** A property in a new project, with contacts whose addresses are unique. */
interface Site {
  readonly project: string;
  readonly found: Found;
  readonly owners: readonly string[];
}

async function site(request: APIRequestContext, headers: Headers, what: string, names: readonly string[]): Promise<Site> {
  const project = await createProject(request, headers, what);
  const found = (await severalParcels(request, headers, 9)).at(-1);
  if (!found) throw new Error('the sample block has too few parcels');
  await tryAdd(request, headers, project, found);
  await propertyArrives(request, headers, project, found.parcel.parcelnumb);
  await forgetContacts(request, headers, found.parcel.parcelnumb);
  const owners: string[] = [];
  for (const name of names) {
    const email = `${name.toLowerCase()}-${project}@owners.example`;
    const added = await request.post('/property_api/add_contact', {
      headers,
      data: { parcel_number: found.parcel.parcelnumb, project_id: project, first_name: name, last_name: 'Whitfield', email },
    });
    expect(added.ok(), await added.text()).toBe(true);
    owners.push(email);
  }
  return { project, found, owners };
}

/** A parcel's contacts belong to the firm, whichever journey linked them. */
async function forgetContacts(request: APIRequestContext, headers: Headers, parcel: string): Promise<void> {
  const answer = await request.get('/property_api/specific_property', { headers, params: { parcel_number: parcel } });
  const { contact_ids } = (await answer.json()) as { contact_ids: string[] };
  for (const contact_id of contact_ids) {
    const removed = await request.post('/property_api/remove_contact', { headers, data: { parcel_number: parcel, contact_id } });
    expect(removed.ok(), await removed.text()).toBe(true);
  }
}

test('a letter of intent leaves from the property page with its file', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const { project, found, owners } = await site(request, headers, 'Letter by mail', ['Dana']);
  const [owner = ''] = owners;
  const parcel = found.parcel.parcelnumb;
  const address = String(found.parcel['address']);
  await page.setContent('<h1>Letter of Intent</h1>');
  const pdf = await page.pdf({ format: 'Letter' });
  const upload = async (name: string, buffer: Buffer): Promise<void> => {
    const file = { name, mimeType: 'application/pdf', buffer };
    const uploaded = await request.post('/property_api/upload_attachment', {
      headers,
      multipart: { parcel_number: parcel, address, project_id: project, file },
    });
    expect(uploaded.ok(), await uploaded.text()).toBe(true);
  };
  await upload(`${project}__LOI.pdf`, pdf);
  for (let count = 1; count < 18; count += 1) await upload(`Survey ${count} of ${project}.pdf`, Buffer.from(`%PDF-1.4\n${count}`));

  await enter(page, meridianAnalyst);
  await page.goto(`/property/${encodeURIComponent(parcel)}?project_id=${project}`);
  const property = new PropertyDriver(page);
  await property.ready();
  const contact = property.section('Ownership').getByRole('link', { name: owner });
  await contact.click();
  await expect(page.getByRole('checkbox', { name: new RegExp(`${project}__LOI`) })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/Meridian Land Partners/);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(page.getByRole('button', { name: 'Send Email' })).toBeInViewport({ ratio: 1 });
  }
  await page.goBack();
  await property.ready();
  await property.section('Attachments').getByRole('button', { name: 'Email', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Select Attachments' });
  await expect(dialog.getByRole('button', { name: 'Send Email' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: new RegExp(`${project}__LOI`) }).check();
  await judge(page, 'select-attachments');
  await dialog.getByRole('button', { name: 'Send Email' }).click();

  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(`LOI to purchase ${address}`);
  await expect(page.getByRole('checkbox', { name: `Copy to ${meridianAnalyst.email}` })).toBeChecked();
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Please find our letter attached.');
  await page.getByRole('button', { name: 'Send Email' }).click();
  const sent = page.getByRole('region', { name: 'Sent' }).getByRole('article').first();
  await expect(sent).toContainText(owner);
  await expect(sent.getByText('Written to file')).toHaveCount(2);
  await expect(page.getByRole('alert').filter({ hasText: 'queued' })).toBeHidden();
  await judge(page, 'email');

  const message = await messageTo(owner);
  const sender = Buffer.from('Marcus Okafor, Meridian Land Partners').toString('base64');
  expect(message).toContain(`From: =?utf-8?b?${sender}?= <`);
  for (const line of [
    `Cc: ${meridianAnalyst.email}`,
    `Reply-To: ${meridianAnalyst.email}`,
    `Subject: LOI to purchase ${address}`,
    'Please find our letter attached.',
  ]) {
    expect(message).toContain(`${line}\r\n`);
  }
  const part = message.split('Content-Type: application/pdf')[1]?.split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? '';
  expect(Buffer.from(part, 'base64').equals(pdf)).toBe(true);
});

test('a campaign reaches every owner, and nobody who left', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const { project, owners } = await site(request, headers, 'Campaign', ['Dana', 'Sam']);
  const [dana = '', sam = ''] = owners;
  await enter(page, meridianAnalyst);
  await page.goto(`/project?project_id=${project}`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByRole('link', { name: 'Email Campaign' }).click();
  await page.waitForURL(/\/email_campaign\?project_id=.+&email=/);

  await write(page, 'About {{property_address}}');
  await page.getByRole('button', { name: 'Preview for Dana Whitfield' }).click();
  await expect(page.getByText('Dear Dana, would you sell?')).toBeVisible();
  await judge(page, 'email-campaign');
  await send(page, '2 people');
  const first = page.getByRole('region', { name: 'Campaigns' }).getByRole('article').first();
  await expect(first).toContainText('2 written to file');
  await expect(first.getByText('Finished')).toBeVisible();

  const message = await messageTo(dana);
  expect(message).toContain('Dear Dana, would you sell?\r\n');
  expect(message).toContain('1 Main St, Houston, TX 77002');
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect(message).not.toContain(sam);
  const link = /List-Unsubscribe: <(.+)>/.exec(message)?.[1] ?? '';
  await page.goto(link);
  await expect(page.getByText('Stop receiving messages from this sender?')).toBeVisible();
  await judge(page, 'unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You have been unsubscribed.')).toBeVisible();

  await page.goto(`/email_campaign?project_id=${project}`);
  await expect(page.getByRole('checkbox', { name: /Dana/ })).toBeDisabled();
  await write(page, 'Once more');
  await send(page, '1 person');
  await expect(first).toContainText('1 written to file, 1 unsubscribed');
  await first.getByRole('button', { name: 'Show recipients' }).click();
  await expect(first).toContainText(dana);
  await expect(first.getByText('Unsubscribed', { exact: true })).toBeVisible();
  expect(await messageTo(sam)).toContain('Subject: Once more\r\n');
});

test('a campaign that is undone while it is held reaches nobody, and can be changed and sent again', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const { project, owners } = await site(request, headers, 'Campaign undone', ['Dana']);
  const [dana = ''] = owners;
  await enter(page, meridianAnalyst);
  await page.goto(`/email_campaign?project_id=${project}`);
  await write(page, 'Too early');
  await send(page, '1 person');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible();
  const campaigns = page.getByRole('region', { name: 'Campaigns' }).getByRole('article');
  await expect(campaigns).toContainText('1 not sent');
  await expect(campaigns.getByText('Undone')).toBeVisible();

  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Dear {{first_name}}, would you sell?');
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await expect(subject).toHaveValue('Too early');
  await subject.fill('In time');
  await send(page, '1 person');
  await expect(campaigns.first()).toContainText('1 written to file');
  // What was sent first would have left before.
  expect(await messageTo(dana)).toContain('Subject: In time\r\n');
  expect(await addressesWithin(dana)).toEqual([dana]);
});

test('mail to contacts chosen in the list reaches each address once', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const last_name = uniqueName('Reach');
  const domain = `${last_name.replaceAll(' ', '-').toLowerCase()}.example`;
  // Cleo has the address of Ann.
  const chosen = { Ann: `ann@${domain}`, Ben: `ben@${domain}`, Cleo: `Ann@${domain}`, Dan: `dan@${domain}` };
  for (const [first_name, email] of Object.entries(chosen)) {
    const answer = await request.post('/api/add_contact', { headers, data: { first_name, last_name, email } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await enter(page, meridianAnalyst);
  await page.goto('/contacts');
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(last_name);
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select .*${last_name}`) });
  await expect(boxes).toHaveCount(4);
  await boxes.first().check();
  await boxes.last().click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected contacts' });
  await expect(bar.getByRole('status')).toHaveText('4 contacts selected');
  await bar.getByRole('button', { name: 'E-mail' }).click();

  await expect(page.getByText('To 4 selected contacts')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contacts', exact: true })).toHaveAttribute('aria-current', 'true');
  const recipients = page.getByRole('region', { name: 'Recipients' });
  await expect(recipients.getByRole('status')).toHaveText('3 people are written to · 1 has the address of another one');
  await write(page, last_name);
  await recipients.getByRole('button', { name: 'Preview for Ben' }).click();
  await expect(recipients.getByText('Dear Ben, would you sell?')).toBeVisible();
  await judge(page, 'email-contacts');
  await recipients.getByRole('checkbox', { name: /^Dan/ }).uncheck();
  await expect(recipients.getByRole('status')).toContainText('2 people are written to');
  await send(page, '2 people');

  const campaign = page.getByRole('region', { name: 'Campaigns' }).getByRole('article').filter({ hasText: last_name });
  await expect(campaign).toContainText('2 written to file');
  await expect(campaign.getByText('Finished')).toBeVisible();
  await campaign.getByRole('button', { name: 'Show recipients' }).click();
  await expect(campaign.getByText('Written to file', { exact: true })).toHaveCount(2);
  for (const [name, address] of Object.entries({ Ann: chosen.Ann, Ben: chosen.Ben })) {
    await expect(campaign.getByText(address, { exact: true })).toBeVisible();
    const message = await messageTo(address);
    expect(message).toContain(`Subject: ${last_name}\r\n`);
    expect(message).toContain(`Dear ${name}, would you sell?\r\n`);
  }
  expect(await addressesWithin(domain)).toEqual([chosen.Ann, chosen.Ben]);
});

/** The addresses of a domain that messages were written to, one for each message, sorted. */
async function addressesWithin(domain: string): Promise<readonly string[]> {
  const names = (await readdir(env.mailDir)).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(env.mailDir, name), 'utf8')));
  return texts
    .flatMap((text) => /^To: (.+)\r$/m.exec(text)?.[1] ?? [])
    .filter((address) => address.toLowerCase().endsWith(domain))
    .sort();
}

async function write(page: Page, subject: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Message' }).fill('Dear {{first_name}}, would you sell?');
  await page.getByRole('textbox', { name: "Sender's postal address" }).fill('1 Main St, Houston, TX 77002');
}

async function send(page: Page, count: string): Promise<void> {
  await page.getByRole('button', { name: 'Send Campaign' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Send this campaign to ${count}?`);
  await dialog.getByRole('button', { name: 'Send Campaign' }).click();
  await expect(page.getByText('The campaign is being sent.')).toBeVisible();
}
