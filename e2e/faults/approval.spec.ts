import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { env } from '../fixtures/environment.ts';
import { projectOfProperties, startLetters } from '../fixtures/letters.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Headers } from '../fixtures/product.ts';

interface Letter {
  readonly letter_id: string;
  readonly number: string;
  readonly status: string;
  readonly parcel_number: string;
  readonly content_hash: string;
  readonly version: number;
}

interface Kinds {
  readonly kind: string;
}

test.afterEach(async () => {
  await start('property-api');
});

/** A project with so many letters, which have their PDFs. */
async function madeLetters(request: APIRequestContext, headers: Headers, wanted: number): Promise<readonly Letter[]> {
  const { project } = await projectOfProperties(request, headers, wanted);
  const job = await startLetters(request, headers, project);
  await eventually('the PDFs', 60 + 2 * wanted, async () => {
    const answer = await request.get(`/property_api/letter_jobs/${job}`, { headers });
    return ((await answer.json()) as { state: string }).state === 'done' ? true : undefined;
  });
  const listed = await request.get(`/property_api/letters?job_id=${job}&limit=200`, { headers });
  const { letters } = (await listed.json()) as { letters: Letter[] };
  expect(letters).toHaveLength(wanted);
  return letters;
}

/** Approves letters in one call; nothing while it fails. */
async function approve(request: APIRequestContext, headers: Headers, letters: readonly Letter[]): Promise<true | undefined> {
  const data = { letters: letters.map(({ letter_id, content_hash }) => ({ letter_id, content_hash })) };
  const answer = await request.post('/property_api/letters/approve', { headers, data, timeout: 15_000 }).catch(() => undefined);
  return answer?.ok() ? true : undefined;
}

/** A letter as it is now, with what happened to it. */
async function read(
  request: APIRequestContext,
  headers: Headers,
  { letter_id }: Letter,
): Promise<Letter & { readonly events: readonly Kinds[] }> {
  const answer = await request.get(`/property_api/letters/${letter_id}`, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Letter & { events: Kinds[] };
}

const count = (events: readonly Kinds[], of: string): number => events.filter(({ kind }) => kind === of).length;

test('property-api killed while letters are approved in bulk: each call approves all its letters or none, and each letter is approved once', async ({
  request,
}) => {
  const wanted = 36;
  const together = 3;
  test.setTimeout(480_000);
  const headers = await bearer(request, meridianAdmin);
  const letters = await madeLetters(request, headers, wanted);
  const calls = Array.from({ length: wanted / together }, (_, place) => letters.slice(place * together, (place + 1) * together));

  let acknowledged = 0;
  let back = false;
  const approveAll = async (some: readonly (readonly Letter[])[]): Promise<void> => {
    for (const call of some) {
      // One whose answer was lost is repeated, as a person does.
      await eventually('the approval', 120, () => approve(request, headers, call));
      acknowledged += 1;
    }
  };
  // Letters are approved before, during and after the kill, which takes longer than a call; the last ones wait until the service is back.
  const killing = kill('property-api');
  const approving = (async () => {
    await approveAll(calls.slice(0, -2));
    await eventually('property-api back', 120, async () => (back ? true : undefined));
    await approveAll(calls.slice(-2));
  })();
  await killing;
  const before = acknowledged;
  await start('property-api');
  back = true;
  await approving;
  expect(before, 'the kill came in the middle').toBeLessThan(calls.length);

  for (const letter of letters) {
    const now = await read(request, headers, letter);
    expect(now, letter.number).toMatchObject({ status: 'approved', version: letter.version + 1 });
    expect(count(now.events, 'approved'), letter.number).toBe(1);
  }
});

/** Makes a link for a signer and signs the letter by it. */
async function sign(request: APIRequestContext, headers: Headers, letter: Letter, email: string): Promise<void> {
  const made = await request.post(`/property_api/letters/${letter.letter_id}/links`, {
    headers,
    data: { party: 'seller', name: 'Dana Whitfield', email, capacity: 'Manager of Oak LLC', request_key: crypto.randomUUID() },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { url } = (await made.json()) as { url: string };
  const holder = { 'X-Letter-Token': new URL(url).hash.slice(1) };
  const opened = await request.post('/property_api/sign/open', { headers: holder, data: { visible_ms: 6_000, input: true } });
  expect(opened.ok(), await opened.text()).toBe(true);
  const { consent, content_hash } = (await opened.json()) as { consent: { version: string }; content_hash: string };
  const signature = { full_name: 'Dana Whitfield', title: 'Manager', initials: 'DW', intent: true, consent_version: consent.version };
  const signed = await request.post('/property_api/sign/sign', {
    headers: holder,
    data: { ...signature, content_hash, request_key: crypto.randomUUID() },
  });
  expect(signed.ok(), await signed.text()).toBe(true);
}

interface Evidence {
  readonly rows: readonly Kinds[];
  readonly intact: boolean;
  readonly seal: { readonly state: string; readonly pdf: string | null } | null;
}

test('property-api killed while signed letters are sealed: each is sealed, attached and mailed to its signer once', async ({ request }) => {
  const wanted = 6;
  test.setTimeout(600_000);
  const headers = await bearer(request, meridianAdmin);
  const letters = await madeLetters(request, headers, wanted);
  expect(await approve(request, headers, letters)).toBe(true);
  const signers = letters.map((_, place) => `signer-${place}-${crypto.randomUUID()}@owners.example`);
  const evidenceOf = async ({ letter_id }: Letter): Promise<Evidence | undefined> => {
    const answer = await request.get(`/property_api/letters/${letter_id}/evidence`, { headers }).catch(() => undefined);
    return answer?.ok() ? ((await answer.json()) as Evidence) : undefined;
  };
  const sealed = async (): Promise<number> => {
    const all = await Promise.all(letters.map(evidenceOf));
    return all.filter((evidence) => evidence?.seal?.state === 'sealed').length;
  };

  await Promise.all(letters.map((letter, place) => sign(request, headers, letter, signers[place] ?? '')));
  const before = await sealed();
  await kill('property-api');
  await start('property-api');
  expect(before, 'the kill came in the middle').toBeLessThan(wanted);
  // What a killed process was sealing is leased for some time more.
  await eventually('all seals', 240, async () => ((await sealed()) === wanted ? true : undefined));

  for (const letter of letters) {
    const evidence = await evidenceOf(letter);
    expect(evidence?.intact, letter.number).toBe(true);
    for (const kind of ['signed', 'completed', 'sealed']) expect(count(evidence?.rows ?? [], kind), `${letter.number} ${kind}`).toBe(1);
    const now = await read(request, headers, letter);
    expect(now.status, letter.number).toBe('signed');
    expect(count(now.events, 'sealed'), letter.number).toBe(1);
    const path = evidence?.seal?.pdf;
    if (!path) throw new Error(`${letter.number} has no sealed file`);
    const file = await request.get('/property_api/serve_attachment', { headers, params: { file: path } });
    expect(file.ok(), letter.number).toBe(true);
  }

  const written = async (): Promise<readonly string[]> => {
    const files = (await readdir(env.mailDir)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(files.map((name) => readFile(join(env.mailDir, name), 'utf8')));
    return texts.flatMap((text) => /^To: (signer-\S+)\r$/m.exec(text)?.[1] ?? []).filter((to) => signers.includes(to));
  };
  await eventually('the messages', 120, async () => ((await written()).length >= wanted ? true : undefined));
  expect([...(await written())].sort()).toEqual(signers.toSorted());
});
