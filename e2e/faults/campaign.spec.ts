import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { env } from '../fixtures/environment.ts';
import { newFirm } from '../fixtures/firms.ts';
import { approve, countOf, lettersOf, madeLetters, projectOfProperties, readLetter, type Letter } from '../fixtures/letters.ts';
import { bearer, eventually, kill, start, type Headers, type Part } from '../fixtures/product.ts';

const wanted = 240;
/** Letters that are sent, and contacts of each: a letter goes to 19 at most. */
const letterCount = 8;
const perLetter = 15;
/**
 * Seconds in which a campaign ends after the kill: two minutes with the product's lease of a minute, less what the lease of the test
 * profile is shorter (`JOB_LEASE_SECONDS`).
 */
const atMost = 120 - (60 - 12);
/** Requests at a time. */
const lanes = 8;

interface Campaign {
  readonly campaign_id: string;
  readonly total: number;
  readonly sent: number;
  readonly failed: number;
  readonly finished_at: string | null;
}

test.afterEach(async () => {
  for (const part of ['mail-worker', 'main-api'] as const) await start(part);
});

/** Makes one of each address, some at a time; the results in their order. */
async function each<T>(addresses: readonly string[], make: (email: string, place: number) => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  for (let from = 0; from < addresses.length; from += lanes) {
    made.push(...(await Promise.all(addresses.slice(from, from + lanes).map((email, index) => make(email, from + index)))));
  }
  return made;
}

/** Gives a property so many contacts; returns their addresses. */
async function addOwners(
  request: APIRequestContext,
  headers: Headers,
  project: string,
  parcel: string,
  count: number,
): Promise<readonly string[]> {
  const owners = Array.from({ length: count }, (_, index) => `owner-${index}-${crypto.randomUUID()}@owners.example`);
  await each(owners, async (email, place) => {
    const data = { parcel_number: parcel, project_id: project, first_name: `Owner${place}`, last_name: 'Whitfield', email };
    const answer = await request.post('/property_api/add_contact', { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  });
  return owners;
}

/** Adds so many contacts to the directory; returns their ids, in the order of their addresses. */
async function addContacts(request: APIRequestContext, headers: Headers, addresses: readonly string[]): Promise<readonly string[]> {
  return each(addresses, async (email, place) => {
    const data = { first_name: `Contact${place}`, last_name: 'Whitfield', email };
    const answer = await request.post('/api/add_contact', { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { contact_id: string }).contact_id;
  });
}

interface Message {
  readonly recipients: readonly { readonly email: string; readonly outcome: string }[];
}

/** Sends each letter to several contacts, and kills the mail worker in the middle; returns the addresses of each letter. */
async function sendLettersThroughKill(
  request: APIRequestContext,
  headers: Headers,
  project: string,
  letters: readonly Letter[],
): Promise<ReadonlyMap<Letter, readonly string[]>> {
  const sellers = new Map<Letter, readonly string[]>();
  for (const letter of letters) sellers.set(letter, await addOwners(request, headers, project, letter.parcel_number, perLetter));
  const all = [...sellers.values()].flat().sort();
  expect(await approve(request, headers, letters)).toBeDefined();
  const data = {
    letters: letters.map(({ letter_id }) => letter_id),
    subject: 'Letter {{number}}',
    body: 'Please see our letter about {{property}}.',
    request_key: crypto.randomUUID(),
  };
  const send = async (): Promise<readonly string[]> => {
    const answer = await request.post('/property_api/letters/send', { headers, data, timeout: 60_000 });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { queued: { to: string[] }[] }).queued.flatMap(({ to }) => to);
  };
  expect((await send()).toSorted()).toEqual(all);
  const before = await eventually('the first letters', 60, async () => {
    const now = await lettersOf(request, headers, letters[0]?.job_id ?? '');
    const sent = now.filter(({ status }) => status === 'sent').length;
    return sent > 0 ? sent : undefined;
  });
  expect(before, 'the kill comes in the middle').toBeLessThan(letters.length);
  await kill('mail-worker');
  // Who is not sure whether it worked asks again.
  expect((await send()).toSorted()).toEqual(all);
  await start('mail-worker');
  return sellers;
}

/** Sends a campaign, kills a service in the middle, and counts its messages: one to each address, and no other. */
async function sendThroughKill(
  request: APIRequestContext,
  headers: Headers,
  victim: Part,
  audience: { readonly project_id?: string; readonly contact_ids: readonly string[] },
  addresses: readonly string[],
): Promise<void> {
  const data = {
    ...audience,
    subject: 'News for {{first_name}}',
    body: 'Dear {{first_name}}, would you sell?',
    postal_address: '1 Main St, Houston, TX 77002',
    request_key: crypto.randomUUID(),
  };
  const created = await request.post('/property_api/create_campaign', { headers, data, timeout: 60_000 });
  expect(created.ok(), await created.text()).toBe(true);
  const { campaign_id } = ((await created.json()) as { campaign: Campaign }).campaign;
  const { project_id } = audience;
  const params = { campaign_id, ...(project_id !== undefined && { project_id }) };
  const read = async (): Promise<Campaign | undefined> => {
    const answer = await request.get('/property_api/get_campaigns', { headers, params }).catch(() => undefined);
    return answer?.ok() ? ((await answer.json()) as { campaigns: Campaign[] }).campaigns[0] : undefined;
  };
  const before = await eventually('the first messages', 60, async () => {
    const now = await read();
    return now && now.sent >= 3 ? now : undefined;
  });
  expect(before.sent, 'the kill comes in the middle').toBeLessThan(wanted);
  await kill(victim);
  await start(victim);
  const ended = await eventually('the end of the campaign', atMost, async () => {
    const now = await read();
    return now?.finished_at ? now : undefined;
  });
  expect(ended).toMatchObject({ total: wanted, sent: wanted, failed: 0 });

  const files = (await readdir(env.mailDir)).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(files.map((name) => readFile(join(env.mailDir, name), 'utf8')));
  const ours = new Set(addresses);
  const written = texts.flatMap((text) => /^To: (\S+)\r$/m.exec(text)?.[1] ?? []).filter((to) => ours.has(to));
  expect(written.sort()).toEqual(addresses.toSorted());
}

test('the mail worker killed in the middle of letters and again of a campaign: both end, and nobody is written to twice', async ({
  request,
}) => {
  test.setTimeout(420_000);
  // A firm of its own: its daily limit of mail is not used by other tests.
  const headers = await bearer(request, await newFirm('Letters and a campaign'));
  const { project, parcels } = await projectOfProperties(request, headers, 1 + letterCount);
  const [found] = parcels;
  if (!found) throw new Error('no parcel');
  const made = await madeLetters(request, headers, project, 1 + letterCount);
  const letters = made.filter(({ parcel_number }) => parcel_number !== found.parcel.parcelnumb);
  expect(letters).toHaveLength(letterCount);
  const owners = await addOwners(request, headers, project, found.parcel.parcelnumb, wanted);
  const sellers = await sendLettersThroughKill(request, headers, project, letters);

  const preview = await request.post('/property_api/preview_campaign', { headers, data: { project_id: project } });
  const { recipients } = (await preview.json()) as { recipients: { contact_id: string; email: string | null }[] };
  const contact_ids = recipients.filter(({ email }) => email && owners.includes(email)).map(({ contact_id }) => contact_id);
  expect(contact_ids).toHaveLength(wanted);
  await sendThroughKill(request, headers, 'mail-worker', { project_id: project, contact_ids }, owners);

  for (const [letter, addresses] of sellers) {
    const params = { project_id: project, parcel_number: letter.parcel_number };
    // What a killed worker was sending is leased for a minute more.
    const messages = await eventually(`the messages of ${letter.number}`, 120, async () => {
      const answer = await request.get('/property_api/get_emails', { headers, params });
      const { emails } = (await answer.json()) as { emails: Message[] };
      return emails.every(({ recipients }) => recipients.every(({ outcome }) => outcome !== 'queued')) ? emails : undefined;
    });
    expect(messages, letter.number).toHaveLength(1);
    const outcomes = messages.flatMap(({ recipients }) => recipients.map(({ email, outcome }) => `${email} ${outcome}`));
    expect(outcomes.sort(), letter.number).toEqual(addresses.map((email) => `${email} sent`).sort());
    const now = await readLetter(request, headers, letter);
    expect(now.status, letter.number).toBe('sent');
    expect(countOf(now.events, 'sent'), letter.number).toBe(1);
  }
});

for (const victim of ['mail-worker', 'main-api'] as const) {
  test(`${victim} killed in the middle of mail to contacts: it ends within two minutes, and each contact gets one message`, async ({
    request,
  }) => {
    test.setTimeout(360_000);
    // A firm of its own: its daily limit of mail is not used by other tests.
    const headers = await bearer(request, await newFirm('Mail to contacts'));
    const addresses = Array.from({ length: wanted }, (_, index) => `contact-${index}-${crypto.randomUUID()}@contacts.example`);
    const contact_ids = await addContacts(request, headers, addresses);
    await eventually('the contacts', 60, async () => {
      const answer = await request.post('/property_api/preview_campaign', { headers, data: { contact_ids } });
      return ((await answer.json()) as { not_found: number }).not_found === 0 ? true : undefined;
    });
    await sendThroughKill(request, headers, victim, { contact_ids }, addresses);
  });
}
