import { expect, test, type APIRequestContext } from '@playwright/test';
import { createProject, propertyParcels } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Headers, type Part } from '../fixtures/product.ts';

/** Some seven hundred parcels of the sample city. */
const bbox = [-95.381, 29.755, -95.362, 29.766];
const victims: readonly Part[] = ['property-api', 'postgres'];

test.afterEach(async () => {
  for (const victim of victims) await start(victim);
});

interface Deal {
  readonly property_id: string;
  readonly next_step: string | null;
  readonly version: number;
}

/** All deals of a project, by property. */
async function dealsOf(request: APIRequestContext, headers: Headers, project: string): Promise<ReadonlyMap<string, Deal> | undefined> {
  const all = new Map<string, Deal>();
  let after: string | null = null;
  do {
    const params = { project_id: project, limit: 200, ...(after !== null && { after }) };
    const answer = await request.get('/property_api/deals', { headers, params }).catch(() => undefined);
    if (!answer?.ok()) return undefined;
    const page = (await answer.json()) as { deals: readonly Deal[]; next: string | null };
    for (const deal of page.deals) all.set(deal.property_id, deal);
    after = page.next;
  } while (after !== null);
  return all;
}

interface Made {
  readonly project: string;
  readonly count: number;
}

let made: Made | undefined;

/** A project with all these parcels, made once, because their properties take longer to come than all that is done to them. */
async function projectOfAll(request: APIRequestContext, headers: Headers): Promise<Made> {
  if (made) return made;
  const project = await createProject(request, headers, 'Deals');
  const selected = await request.post('/api-2/parcel_selections', { headers, data: { bbox, project_id: project } });
  expect(selected.ok(), await selected.text()).toBe(true);
  const { selection_id, count } = (await selected.json()) as { selection_id: string; count: number };
  expect(count).toBeGreaterThan(500);
  const added = await request.post('/api/add_markers', { headers, timeout: 60_000, data: { project_id: project, selection_id } });
  expect(added.ok(), await added.text()).toBe(true);
  await eventually('the properties', 120, async () => {
    const listed = await propertyParcels(request, headers, project);
    return listed?.length === count ? true : undefined;
  });
  made = { project, count };
  return made;
}

for (const victim of victims) {
  test(`${victim} killed in the middle of a change of all deals: all are changed or none, each once when it is repeated`, async ({
    request,
  }) => {
    test.setTimeout(300_000);
    const headers = await bearer(request, meridianAnalyst);
    const { project, count } = await projectOfAll(request, headers);
    const before = await eventually('the deals', 60, () => dealsOf(request, headers, project));
    expect(before.size).toBe(count);

    // Another for each victim.
    const next_step = `Call the owner about ${victim}`;
    const property_ids = [...before.keys()];
    const data = { project_id: project, property_ids, next_step };
    let answered = false;
    const change = async (): Promise<readonly string[] | undefined> => {
      const answer = await request.post('/property_api/deals/update', { headers, timeout: 30_000, data }).catch(() => undefined);
      return answer?.ok() ? ((await answer.json()) as { changed: string[] }).changed : undefined;
    };
    const first = change().finally(() => {
      answered = true;
    });
    // Nothing shows that the call is under way: it takes some hundred milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 40));
    const inTheMiddle = !answered;
    await kill(victim);
    const acknowledged = await first;
    await start(victim);
    expect(inTheMiddle, 'the kill came before the answer').toBe(true);

    const kept = await eventually('the deals', 60, () => dealsOf(request, headers, project));
    const changed = [...kept.values()].filter((deal) => deal.next_step === next_step);
    // What was acknowledged is kept; what was not may have been kept before its answer was lost.
    expect(acknowledged ? [count] : [0, count]).toContain(changed.length);

    const repeated = await eventually('the repeated change', 90, change);
    expect(repeated.length).toBe(count - changed.length);
    const after = await eventually('the deals', 60, () => dealsOf(request, headers, project));
    expect([...after.keys()].sort()).toEqual([...property_ids].sort());
    for (const [id, deal] of after) {
      expect(deal.next_step).toBe(next_step);
      expect(deal.version, 'changed once').toBe((before.get(id)?.version ?? 0) + 1);
    }
  });
}
