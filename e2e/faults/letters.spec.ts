import { readdir, readFile, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { env } from '../fixtures/environment.ts';
import { killTypesetter, throughKill, type Call } from '../fixtures/faults.ts';
import { newFirm } from '../fixtures/firms.ts';
import {
  addContact,
  approve,
  countOf,
  lettersOf,
  projectOfProperties,
  readLetter,
  startLetters,
  type Letter,
} from '../fixtures/letters.ts';
import { bearer, eventually, kill, start, type Headers, type Part } from '../fixtures/product.ts';

/** Enough for a kill in the middle of each step. */
const wanted = 36;
/** Letters of one call. */
const together = 2;
/** Seconds until all PDFs are made: a letter that a killed process was making is leased for some time more. */
const atMost = 150 + 2 * wanted;
/** What others need first. */
const parts: readonly Part[] = ['postgres', 'rabbitmq', 'main-api', 'property-api', 'mail-worker'];

test.afterEach(async () => {
  for (const part of parts) await start(part);
});

interface Job {
  readonly state: string;
  readonly made: number;
  readonly failed: number;
}

/** Makes letters while a typesetter, the database, property-api, the broker and main-api are killed in turn; returns them. */
async function makeThroughKills(request: APIRequestContext, headers: Headers, project: string): Promise<readonly Letter[]> {
  const job = await startLetters(request, headers, project);
  const read = async (): Promise<Job | undefined> => {
    const answer = await request.get(`/property_api/letter_jobs/${job}`, { headers }).catch(() => undefined);
    return answer?.ok() ? ((await answer.json()) as Job) : undefined;
  };
  let made = 0;
  const goesOn = async (): Promise<void> => {
    const now = await eventually('a further PDF', 90, async () => {
      const found = await read();
      return found && found.made > made ? found : undefined;
    });
    made = now.made;
    expect(made, 'the kill comes in the middle').toBeLessThan(wanted);
  };
  await goesOn();
  await killTypesetter();
  for (const part of ['postgres', 'property-api'] as const) {
    await goesOn();
    await kill(part);
    await start(part);
  }
  await goesOn();
  const others = ['rabbitmq', 'main-api'] as const;
  for (const part of others) await kill(part);
  for (const part of others) await start(part);
  const ended = await eventually('all PDFs', atMost, async () => {
    const now = await read();
    return now?.state === 'done' ? now : undefined;
  });
  expect(ended).toMatchObject({ made: wanted, failed: 0 });
  return lettersOf(request, headers, job);
}

/** Each letter has its number, and its property one file of it, which can be read. */
async function expectMadeOnce(request: APIRequestContext, headers: Headers, project: string, letters: readonly Letter[]): Promise<void> {
  const serials = letters.map(({ number }) => Number(number.split('-')[2])).sort((a, b) => a - b);
  const [first = 0] = serials;
  expect(serials).toEqual(Array.from({ length: wanted }, (_, index) => first + index));
  for (const { number, parcel_number, pdf } of letters) {
    const listed = await request.get('/property_api/list_attachments', { headers, params: { parcel_number, project_id: project } });
    expect(listed.ok(), await listed.text()).toBe(true);
    const { items } = (await listed.json()) as { items: { name: string }[] };
    expect(
      items.filter(({ name }) => name.endsWith('__LOI.pdf')),
      number,
    ).toHaveLength(1);
    const file = await request.get('/property_api/serve_attachment', { headers, params: { file: pdf ?? '' } });
    expect(file.ok(), number).toBe(true);
    expect((await file.body()).toString('latin1'), number).toMatch(/^%PDF-[^]*%%EOF\s*$/);
  }
}

/** Sends letters with links, while property-api and main-api are killed in turn and then the broker; returns when the messages may leave. */
async function sendThroughKills(request: APIRequestContext, headers: Headers, groups: readonly (readonly Letter[])[]): Promise<number> {
  let heldUntil = 0;
  const calls = groups.map((group): Call => {
    const data = {
      letters: group.map(({ letter_id }) => letter_id),
      subject: 'Please sign {{number}}',
      body: 'Dear {{contact_name}},\n{{link}}',
      request_key: crypto.randomUUID(),
    };
    return async () => {
      const answer = await request.post('/property_api/letters/send', { headers, data, timeout: 15_000 }).catch(() => undefined);
      if (!answer?.ok()) return undefined;
      const { queued, sending } = (await answer.json()) as { queued: unknown[]; sending: { undo_seconds: number } | null };
      expect(queued).toHaveLength(group.length);
      heldUntil = Math.max(heldUntil, Date.now() + 1000 * ((sending?.undo_seconds ?? 0) + 1));
      return true;
    };
  });
  const share = Math.ceil(calls.length / 3);
  await throughKill('property-api', calls.slice(0, share));
  await throughKill('main-api', calls.slice(share, 2 * share));
  await kill('rabbitmq');
  for (const call of calls.slice(2 * share)) await eventually('the answer', 30, call);
  return heldUntil;
}

/** Waits until a message is written, from now on. */
async function nextMessage(): Promise<void> {
  for await (const { filename } of watch(env.mailDir, { signal: AbortSignal.timeout(60_000) })) if (filename?.endsWith('.eml')) return;
}

/** The tokens of the links in the messages to each of these addresses. */
async function mailedTokens(addresses: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const tokens = new Map<string, readonly string[]>(addresses.map((email) => [email, []]));
  for (const name of (await readdir(env.mailDir)).filter((each) => each.endsWith('.eml'))) {
    // Long lines are folded by quoted-printable.
    const text = (await readFile(join(env.mailDir, name), 'utf8')).replaceAll('=\r\n', '');
    const [, to = ''] = /^To: (\S+)\r$/m.exec(text) ?? [];
    const before = tokens.get(to);
    if (before) tokens.set(to, [...before, ...Array.from(text.matchAll(/\/sign#([\w-]+)/g), ([, token = '']) => token)]);
  }
  return tokens;
}

test('letters made, approved and sent with links while each part is killed in turn: each has one PDF, one message and one link that opens it', async ({
  request,
}) => {
  test.setTimeout(600_000);
  // A firm of its own: no other test takes its numbers.
  const headers = await bearer(request, await newFirm('Faults'));
  const { project, parcels } = await projectOfProperties(request, headers, wanted);
  const owners = new Map<string, string>();
  for (const [place, found] of parcels.entries())
    owners.set(found.parcel.parcelnumb, await addContact(request, headers, project, found, `Dana${place}`));

  const letters = await makeThroughKills(request, headers, project);
  await expectMadeOnce(request, headers, project, letters);

  const groups = Array.from({ length: wanted / together }, (_, place) => letters.slice(place * together, (place + 1) * together));
  await throughKill(
    'postgres',
    groups.map((group) => async () => (await approve(request, headers, group)) && (true as const)),
  );

  // Nothing leaves before the kills that follow.
  await kill('mail-worker');
  const heldUntil = await sendThroughKills(request, headers, groups);
  await eventually('the end of the hold', 30, async () => (Date.now() > heldUntil ? true : undefined));
  const sent = async (): Promise<number | undefined> => {
    const answer = await request
      .get('/property_api/letters', { headers, params: { project_id: project, limit: 200 } })
      .catch(() => undefined);
    if (!answer?.ok()) return undefined;
    return ((await answer.json()) as { letters: Letter[] }).letters.filter(({ status }) => status === 'sent').length;
  };
  // The worker sends dozens of messages in a second, so the first kill follows at once. The broker is still away.
  const first = nextMessage();
  await start('mail-worker');
  await first;
  await kill('postgres');
  await start('postgres');
  await kill('mail-worker');
  expect(await eventually('the letters', 60, sent), 'the kills came in the middle').toBeLessThan(wanted);
  for (const part of ['mail-worker', 'rabbitmq'] as const) await start(part);
  // What the killed worker was sending is leased for some time more.
  await eventually('all messages', 120, async () => ((await sent()) === wanted ? true : undefined));

  const tokens = await mailedTokens([...owners.values()]);
  for (const letter of letters) {
    const { status, events } = await readLetter(request, headers, letter);
    expect(status, letter.number).toBe('sent');
    for (const kind of ['made', 'approved', 'link_made', 'link_sent', 'sent'])
      expect(countOf(events, kind), `${letter.number} ${kind}`).toBe(1);
    const mailed = tokens.get(owners.get(letter.parcel_number) ?? '') ?? [];
    expect(mailed, letter.number).toHaveLength(1);
    const opened = await request.get('/property_api/sign', { headers: { 'X-Letter-Token': mailed[0] ?? '' } });
    expect(opened.ok(), letter.number).toBe(true);
    expect(await opened.json()).toMatchObject({ number: letter.number });
  }
});
