import { expect, test } from '@playwright/test';
import { projectOfProperties, startLetters } from '../fixtures/letters.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Part } from '../fixtures/product.ts';

/** More letters show no more, and take longer. */
const wanted = Number(process.env.FAULT_LETTERS ?? 16);
/** Seconds until all are made: a letter that a killed process was making is leased for some time more. */
const atMost = 150 + 2 * wanted;
const victims: readonly Part[] = ['property-api', 'rabbitmq', 'postgres'];

interface Job {
  readonly state: string;
  readonly made: number;
  readonly failed: number;
}

interface Listed {
  readonly letters: readonly { readonly number: string; readonly pdf: string | null; readonly parcel_number: string }[];
}

test.afterEach(async () => {
  for (const victim of victims) await start(victim);
});

for (const victim of victims) {
  test(`${victim} killed while letters are made: each has its number and its PDF once`, async ({ request }) => {
    test.setTimeout((120 + atMost) * 1_000);
    const headers = await bearer(request, meridianAnalyst);
    const { project } = await projectOfProperties(request, headers, wanted);
    const job = await startLetters(request, headers, project);
    const read = async (): Promise<Job | undefined> => {
      const answer = await request.get(`/property_api/letter_jobs/${job}`, { headers }).catch(() => undefined);
      return answer?.ok() ? ((await answer.json()) as Job) : undefined;
    };
    const before = await eventually('the first PDFs', 60, async () => {
      const now = await read();
      return now && now.made >= 2 ? now : undefined;
    });
    expect(before.made, 'the kill comes in the middle').toBeLessThan(wanted);
    await kill(victim);
    await start(victim);
    const ended = await eventually('all letters', atMost, async () => {
      const now = await read();
      return now?.state === 'done' ? now : undefined;
    });
    expect(ended).toMatchObject({ made: wanted, failed: 0 });

    const answer = await request.get(`/property_api/letters?job_id=${job}&limit=200`, { headers });
    const { letters } = (await answer.json()) as Listed;
    const serials = letters.map(({ number }) => Number(number.split('-')[2])).sort((a, b) => a - b);
    const [first = 0] = serials;
    expect(serials).toEqual(Array.from({ length: wanted }, (_, index) => first + index));
    expect(new Set(letters.map(({ pdf }) => pdf)).size).toBe(wanted);
    const [letter] = letters;
    if (!letter?.pdf) throw new Error('a letter without a PDF');
    const files = await request.get(
      `/property_api/list_attachments?parcel_number=${encodeURIComponent(letter.parcel_number)}&project_id=${project}`,
      { headers },
    );
    expect(files.ok(), await files.text()).toBe(true);
    const made = ((await files.json()) as { items: { name: string }[] }).items;
    expect(made.filter(({ name }) => name.endsWith('__LOI.pdf'))).toHaveLength(1);
  });
}
