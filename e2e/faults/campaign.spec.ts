import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { env } from '../fixtures/environment.ts';
import { projectOfProperties } from '../fixtures/letters.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Headers } from '../fixtures/product.ts';

const wanted = 240;
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
  await start('mail-worker');
});

/** Gives a property so many contacts; returns their addresses. */
async function addOwners(request: APIRequestContext, headers: Headers, project: string, parcel: string): Promise<readonly string[]> {
  const owners = Array.from({ length: wanted }, (_, index) => `owner-${index}-${project}@owners.example`);
  for (let from = 0; from < wanted; from += lanes) {
    await Promise.all(
      owners.slice(from, from + lanes).map(async (email, index) => {
        const data = { parcel_number: parcel, project_id: project, first_name: `Owner${from + index}`, last_name: 'Whitfield', email };
        const answer = await request.post('/property_api/add_contact', { headers, data });
        expect(answer.ok(), await answer.text()).toBe(true);
      }),
    );
  }
  return owners;
}

test('the mail worker killed in the middle of a campaign: it ends within two minutes, and nobody is written to twice', async ({
  request,
}) => {
  test.setTimeout(360_000);
  const headers = await bearer(request, meridianAnalyst);
  const { project, parcels } = await projectOfProperties(request, headers, 1);
  const [found] = parcels;
  if (!found) throw new Error('no parcel');
  const owners = await addOwners(request, headers, project, found.parcel.parcelnumb);
  const preview = await request.post('/property_api/preview_campaign', { headers, data: { project_id: project } });
  const { recipients } = (await preview.json()) as { recipients: { contact_id: string; email: string | null }[] };
  const contact_ids = recipients.filter(({ email }) => email && owners.includes(email)).map(({ contact_id }) => contact_id);
  expect(contact_ids).toHaveLength(wanted);
  const data = {
    project_id: project,
    contact_ids,
    subject: 'About {{property_address}}',
    body: 'Dear {{first_name}}, would you sell?',
    postal_address: '1 Main St, Houston, TX 77002',
    request_key: crypto.randomUUID(),
  };
  const created = await request.post('/property_api/create_campaign', { headers, data, timeout: 60_000 });
  expect(created.ok(), await created.text()).toBe(true);
  const read = async (): Promise<Campaign | undefined> => {
    const answer = await request.get(`/property_api/get_campaigns?project_id=${project}`, { headers });
    return answer.ok() ? ((await answer.json()) as { campaigns: Campaign[] }).campaigns[0] : undefined;
  };
  const before = await eventually('the first messages', 60, async () => {
    const now = await read();
    return now && now.sent >= 3 ? now : undefined;
  });
  expect(before.sent, 'the kill comes in the middle').toBeLessThan(wanted);
  await kill('mail-worker');
  await start('mail-worker');
  const ended = await eventually('the end of the campaign', 120, async () => {
    const now = await read();
    return now?.finished_at ? now : undefined;
  });
  expect(ended).toMatchObject({ total: wanted, sent: wanted, failed: 0 });

  const files = (await readdir(env.mailDir)).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(files.map((name) => readFile(join(env.mailDir, name), 'utf8')));
  const written = texts.flatMap((text) => /^To: (owner-\d+-\S+)\r$/m.exec(text)?.[1] ?? []).filter((to) => owners.includes(to));
  expect(written.sort()).toEqual(owners.toSorted());
});
