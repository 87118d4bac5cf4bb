import { expect, test } from '@playwright/test';
import { createProject, markedParcels, propertyParcels } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Part } from '../fixtures/product.ts';

/** Some seven hundred parcels of the sample city. */
const bbox = [-95.381, 29.755, -95.362, 29.766];
const victims: readonly Part[] = ['main-api', 'parcel-lookup', 'postgres'];

test.afterEach(async () => {
  for (const victim of victims) await start(victim);
});

for (const victim of victims) {
  test(`${victim} killed in the middle of 'Add all': all parcels or none, and each once when it is repeated`, async ({ request }) => {
    const headers = await bearer(request, meridianAnalyst);
    const project = await createProject(request, headers, 'Add all');
    const selected = await request.post('/api-2/parcel_selections', { headers, data: { bbox, project_id: project } });
    expect(selected.ok(), await selected.text()).toBe(true);
    const { selection_id: selection, count } = (await selected.json()) as { selection_id: string; count: number };
    expect(count).toBeGreaterThan(500);

    let answered = false;
    const add = async (): Promise<boolean> => {
      const answer = await request
        .post('/api/add_markers', { headers, timeout: 30_000, data: { project_id: project, selection_id: selection } })
        .catch(() => undefined);
      return answer?.ok() ?? false;
    };
    const first = add().finally(() => {
      answered = true;
    });
    // Nothing shows that the call is under way: it takes some hundred milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 60));
    const inTheMiddle = !answered;
    await kill(victim);
    const acknowledged = await first;
    await start(victim);
    expect(inTheMiddle, 'the kill came before the answer').toBe(true);

    const kept = await eventually('the markers', 60, () => markedParcels(request, headers, project));
    // What was acknowledged is kept; what was not may have been kept before its answer was lost.
    expect(acknowledged ? [count] : [0, count]).toContain(kept.length);

    await eventually('the repeated call', 90, async () => (await add()) || undefined);
    const marked = await eventually('all markers', 60, async () => {
      const now = await markedParcels(request, headers, project);
      return now?.length === count ? now : undefined;
    });
    expect(new Set(marked).size).toBe(count);
    // Events that a killed service was publishing are leased for some time more.
    const properties = await eventually('a property for every marker', 120, async () => {
      const now = await propertyParcels(request, headers, project);
      return now && now.length >= count ? now : undefined;
    });
    expect(properties).toEqual(marked);
  });
}
