import { expect, test, type APIRequestContext } from '@playwright/test';
import { createProject, propertyParcels } from '../fixtures/calls.ts';
import { newFirm } from '../fixtures/firms.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Headers, type Part } from '../fixtures/product.ts';

/** Some seven hundred parcels of the sample city. */
const bbox = [-95.381, 29.755, -95.362, 29.766];
const victims: readonly Part[] = ['property-api', 'postgres'];

test.afterEach(async () => {
  for (const part of ['main-api', ...victims] as const) await start(part);
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

/** A record of a list, as far as a round of changes shows. */
interface Row {
  readonly id: string;
  /** What the last round set. */
  readonly mark: string | null;
  readonly version: number;
}

/** A list of the firm that is changed as a whole, round by round. */
interface List {
  readonly name: string;
  readonly read: () => Promise<readonly Row[] | undefined>;
  /** Makes a round's change; returns how many records it changed, or nothing if it fails. */
  readonly change: (round: number) => Promise<number | undefined>;
}

const markOf = (round: number): string => `round ${round}`;

/** A firm's contacts, companies and projects: so many that a change takes a while. */
async function listsOf(request: APIRequestContext, headers: Headers): Promise<readonly List[]> {
  const add = async (path: string, data: object): Promise<object> => {
    const answer = await request.post(`/api/${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as object;
  };
  const several = async <T>(count: number, make: (place: number) => Promise<T>): Promise<readonly T[]> => {
    const made: T[] = [];
    // Ten requests at a time.
    for (let from = 0; from < count; from += 10)
      made.push(...(await Promise.all(Array.from({ length: 10 }, (_, lane) => make(from + lane)))));
    return made;
  };
  const contacts = await several(150, (n) =>
    add('add_contact', { first_name: `Dana${n}`, last_name: 'Lee', email: `dana.${n}@owners.example` }),
  );
  const companies = await several(150, (n) => add('add_company', { company_name: `Owner ${n} LLC` }));
  const projects = await several(50, (n) => createProject(request, headers, `Site ${n}`));
  const contact_ids = contacts.map((made) => (made as { contact_id: string }).contact_id);
  const company_ids = companies.map((made) => (made as { company_id: string }).company_id);

  const read =
    <T extends { readonly version: number }>(path: string, field: string, id: (row: T) => string, mark: (row: T) => string | null) =>
    async (): Promise<readonly Row[] | undefined> => {
      const answer = await request.get(`/api/${path}`, { headers }).catch(() => undefined);
      if (!answer?.ok()) return undefined;
      const rows = ((await answer.json()) as Readonly<Record<string, readonly T[]>>)[field] ?? [];
      return rows.map((row) => ({ id: id(row), mark: mark(row), version: row.version }));
    };
  const change = async <T>(path: string, data: object, changed: (answer: T) => number): Promise<number | undefined> => {
    const answer = await request.post(`/api/${path}`, { headers, timeout: 30_000, data }).catch(() => undefined);
    return answer?.ok() ? changed((await answer.json()) as T) : undefined;
  };
  const counted = ({ changed }: { readonly changed: number }): number => changed;
  interface Contact {
    readonly contact_id: string;
    readonly company_name: string | null;
    readonly version: number;
  }
  interface Company {
    readonly company_id: string;
    readonly industry: string | null;
    readonly version: number;
  }
  interface Project {
    readonly project_id: string;
    readonly status: string;
    readonly version: number;
  }
  interface ProjectsChanged {
    readonly changed: readonly { readonly before: { readonly status: string }; readonly after: { readonly status: string } }[];
  }
  return [
    {
      name: 'contacts',
      read: read<Contact>(
        'get_all_contacts',
        'contacts',
        ({ contact_id }) => contact_id,
        ({ company_name }) => company_name,
      ),
      change: (round) => change('change_contacts', { contact_ids, change: { kind: 'set_company', company_name: markOf(round) } }, counted),
    },
    {
      name: 'companies',
      read: read<Company>(
        'get_companies',
        'companies',
        ({ company_id }) => company_id,
        ({ industry }) => industry,
      ),
      change: (round) => change('change_companies', { company_ids, change: { kind: 'set_industry', industry: markOf(round) } }, counted),
    },
    {
      name: 'projects',
      read: read<Project>(
        'projects',
        'projects',
        ({ project_id }) => project_id,
        ({ status }) => status,
      ),
      change: (round) =>
        change<ProjectsChanged>(
          'change_projects',
          { changes: projects.map((project_id) => ({ project_id, status: markOf(round) })) },
          ({ changed }) => changed.filter(({ before, after }) => before.status !== after.status).length,
        ),
    },
  ];
}

test('main-api killed in the middle of changes of all contacts, companies and projects: each change is of all or of none, and once', async ({
  request,
}) => {
  test.setTimeout(240_000);
  // A firm of its own: no other test changes its lists.
  const headers = await bearer(request, await newFirm('Changes'));
  const lists = await listsOf(request, headers);
  const states = await Promise.all(
    lists.map(async (list) => ({ ...list, before: await eventually(list.name, 60, list.read), acknowledged: 0 })),
  );
  // Each list is changed again and again, so that the kill comes in the middle of a change of each, until that call fails.
  const changing = Promise.all(
    states.map(async (state) => {
      for (;;) {
        const changed = await state.change(state.acknowledged + 1);
        if (changed === undefined) return;
        expect(changed, state.name).toBe(state.before.length);
        state.acknowledged += 1;
      }
    }),
  );
  await eventually('some changes', 60, async () => (states.every(({ acknowledged }) => acknowledged >= 2) ? true : undefined));
  await kill('main-api');
  await changing;
  await start('main-api');

  for (const { name, before, acknowledged, read, change } of states) {
    const kept = await eventually(name, 60, read);
    // What was acknowledged is kept; what was not may have been kept before its answer was lost.
    const [last = 0, ...others] = new Set(
      kept.map(({ mark }) => [acknowledged, acknowledged + 1].find((round) => markOf(round) === mark) ?? -1),
    );
    expect(others, name).toEqual([]);
    expect(last, name).toBeGreaterThanOrEqual(acknowledged);
    const repeated = await eventually(`the repeated change of ${name}`, 60, () => change(acknowledged + 1));
    expect(repeated, name).toBe(last === acknowledged ? before.length : 0);
    const after = await eventually(name, 60, read);
    const expected = before.map(({ id, version }) => ({ id, mark: markOf(acknowledged + 1), version: version + acknowledged + 1 }));
    const byId = (one: Row, other: Row): number => one.id.localeCompare(other.id);
    expect(after.toSorted(byId), name).toEqual(expected.toSorted(byId));
  }
});
