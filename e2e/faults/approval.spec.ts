import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { env } from '../fixtures/environment.ts';
import { killTypesetter, throughKill, type Call } from '../fixtures/faults.ts';
import {
  approve,
  countOf,
  lettersOf,
  madeLetters,
  projectOfProperties,
  readLetter,
  startLetters,
  type Kinds,
  type Letter,
} from '../fixtures/letters.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Headers } from '../fixtures/product.ts';

test.afterEach(async () => {
  for (const part of ['postgres', 'property-api'] as const) await start(part);
});

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}

/** Withdraws approved letters in one call; returns the command. */
async function withdraw(request: APIRequestContext, headers: Headers, letters: readonly Letter[]): Promise<string> {
  const data = { letters: letters.map(({ letter_id, version }) => ({ letter_id, version: version + 1 })) };
  const answer = await request.post('/property_api/letters/withdraw', { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { withdrawn, command_id } = (await answer.json()) as { withdrawn: string[]; command_id: string | null };
  expect(withdrawn).toHaveLength(letters.length);
  if (command_id === null) throw new Error('a withdrawal without a command');
  return command_id;
}

test('property-api killed while letters are approved in bulk, and while bulk work is undone: each call is of all its letters or of none, and once', async ({
  request,
}) => {
  const wanted = 36;
  const together = 3;
  test.setTimeout(540_000);
  const headers = await bearer(request, meridianAdmin);
  const { project } = await projectOfProperties(request, headers, wanted);
  const letters = await madeLetters(request, headers, project, wanted);
  const groups = Array.from({ length: wanted / together }, (_, place) => letters.slice(place * together, (place + 1) * together));

  const commands = new Map<number, string>();
  const approvals = groups.map((group, place) => async () => {
    const answer = await approve(request, headers, group);
    // A repeated call finds its letters approved, so the command of the lost answer is not known.
    if (answer?.command_id) commands.set(place, answer.command_id);
    return answer && (true as const);
  });
  await throughKill('property-api', approvals);
  for (const letter of letters) {
    const now = await readLetter(request, headers, letter);
    expect(now, letter.number).toMatchObject({ status: 'approved', version: letter.version + 1 });
    expect(countOf(now.events, 'approved'), letter.number).toBe(1);
  }

  // Half of the approvals are undone, the other letters are withdrawn and restored, and further letters are made and taken back.
  const undone = new Map([...commands].slice(0, groups.length / 2));
  const isUndone = (_: unknown, place: number): boolean => undone.has(place);
  const others = groups.filter((group, place) => !isUndone(group, place));
  const withdrawals: string[] = [];
  for (const group of others) withdrawals.push(await withdraw(request, headers, group));
  const jobs: string[] = [];
  for (const group of groups.slice(0, groups.length / 2)) {
    const properties = group.map(({ property_id }) => property_id);
    jobs.push(await startLetters(request, headers, project, properties));
  }
  const further = (await Promise.all(jobs.map((job) => lettersOf(request, headers, job)))).flat();
  expect(further).toHaveLength((groups.length / 2) * together);
  const undo =
    (path: string, data: object = {}): Call =>
    async () => {
      const answer = await request.post(`/property_api/${path}`, { headers, data, timeout: 15_000 }).catch(() => undefined);
      return answer?.ok() ? true : undefined;
    };
  const ofCommand = (command_id: string): Call => undo('letters/undo', { command_id });
  await throughKill(
    'property-api',
    inTurn(
      [...undone.values()].map(ofCommand),
      withdrawals.map(ofCommand),
      jobs.map((job) => undo(`letter_jobs/${job}/undo`)),
    ),
  );
  for (const letter of groups.filter(isUndone).flat()) {
    const now = await readLetter(request, headers, letter);
    expect(now, letter.number).toMatchObject({ status: 'draft', version: letter.version + 2 });
    expect(countOf(now.events, 'approval_taken_back'), letter.number).toBe(1);
  }
  for (const letter of others.flat()) {
    const now = await readLetter(request, headers, letter);
    expect(now, letter.number).toMatchObject({ status: 'approved', withdrawn_at: null, version: letter.version + 3 });
    for (const kind of ['withdrawn', 'restored']) expect(countOf(now.events, kind), `${letter.number} ${kind}`).toBe(1);
  }
  for (const letter of further) {
    const now = await readLetter(request, headers, letter);
    expect(now, letter.number).toMatchObject({ version: letter.version + 1, pdf: null });
    expect(now.withdrawn_at, letter.number).not.toBeNull();
    expect(countOf(now.events, 'withdrawn'), letter.number).toBe(1);
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

test('property-api, a typesetter and PostgreSQL killed while signed letters are sealed: each is sealed, attached and mailed to its signer once', async ({
  request,
}) => {
  const wanted = 6;
  test.setTimeout(600_000);
  const headers = await bearer(request, meridianAdmin);
  const { project } = await projectOfProperties(request, headers, wanted);
  const letters = await madeLetters(request, headers, project, wanted);
  expect(await approve(request, headers, letters)).toBeDefined();
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
  // What a killed process was sealing is leased for some time more, so there is one.
  await killTypesetter();
  await kill('postgres');
  await start('postgres');
  await eventually('all seals', 240, async () => ((await sealed()) === wanted ? true : undefined));

  for (const letter of letters) {
    const evidence = await evidenceOf(letter);
    expect(evidence?.intact, letter.number).toBe(true);
    for (const kind of ['signed', 'completed', 'sealed']) expect(countOf(evidence?.rows ?? [], kind), `${letter.number} ${kind}`).toBe(1);
    const now = await readLetter(request, headers, letter);
    expect(now.status, letter.number).toBe('signed');
    expect(countOf(now.events, 'sealed'), letter.number).toBe(1);
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
