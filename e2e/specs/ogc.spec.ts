import { expect, test, type APIRequestContext } from '@playwright/test';
import { uniqueName } from '../drivers/projects.ts';
import { createProject, lookUp, tryAdd } from '../fixtures/calls.ts';
import { env } from '../fixtures/environment.ts';
import { OgcClients } from '../fixtures/ogc-clients.ts';
import { harborAdmin, meridianAnalyst, type Person } from '../fixtures/people.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

const path = '/api-2/ogc';
const root = `${env.baseUrl}${path}`;

interface Link {
  readonly rel: string;
  readonly href: string;
}

interface Linked {
  readonly id: string;
  readonly links: readonly Link[];
}

/** A personal access token of a person. */
async function token(request: APIRequestContext, person: Person, scopes: readonly string[]): Promise<string> {
  const headers = await bearer(request, person);
  const data = { name: uniqueName('OGC'), scopes, expires_in_days: 1 };
  const answer = await request.post('/api/create_personal_access_token', { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { token: string }).token;
}

const authorization = (text: string): Headers => ({ authorization: `Bearer ${text}` });

async function read<T>(request: APIRequestContext, headers: Headers, url: string): Promise<T> {
  const answer = await request.get(url, { headers });
  expect(answer.status(), `${url}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as T;
}

function href(of: Linked, rel: string): string {
  const found = of.links.find((link) => link.rel === rel);
  if (!found) throw new Error(`${of.id} has no link ${rel}`);
  return found.href;
}

test('one address has all collections, each from the service that owns it', async ({ request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const [found, project] = [await lookUp(request, headers, 29.7604, -95.3698), await createProject(request, headers, 'OGC')];
  expect(await tryAdd(request, headers, project, found)).toBeDefined();
  const both = authorization(await token(request, meridianAnalyst, ['parcels:read', 'projects:read']));

  const start = await read<{ links: Link[] }>(request, both, root);
  const { collections } = await read<{ collections: Linked[] }>(request, both, href({ id: 'start', ...start }, 'data'));
  expect(collections.map(({ id }) => id)).toEqual(['parcels', 'projects', 'project_parcels']);
  for (const listed of collections) {
    // main-api describes its collections in the words and with the links of parcel-lookup's list. The extent of all parcels grows.
    const described = await read<Linked>(request, both, href(listed, 'self'));
    if (listed.id === 'parcels') expect(described.links).toEqual(listed.links);
    else expect(described).toEqual(listed);
    for (const link of listed.links) expect(link.href).toMatch(`${root}/collections/${listed.id}`);
    const page = await read<{ features: Linked[]; links: Link[] }>(request, both, `${href(listed, 'items')}?limit=1`);
    expect(page.features).toHaveLength(1);
    const item = `${href(listed, 'items')}/${page.features[0]?.id ?? ''}`;
    const one = await read<Linked>(request, both, item);
    expect(href(one, 'self')).toBe(item);
    expect(href(one, 'collection')).toBe(href(listed, 'self'));
  }
  // The definition has each path of each collection, with the type that is answered.
  const definition = await read<{ paths: Record<string, { get: { responses: { 200: { content: object } } } }> }>(
    request,
    both,
    `${root}/api`,
  );
  expect(Object.keys(definition.paths)).toHaveLength(16);
  for (const [each, operation] of Object.entries(definition.paths).filter(([name]) => !name.endsWith('}'))) {
    const answer = await request.get(`${root}${each}`, { headers: both });
    expect(answer.status(), each).toBe(200);
    expect(Object.keys(operation.get.responses[200].content)).toContain(answer.headers()['content-type']);
  }

  // A token reads what its scopes say, and another firm nothing of this project.
  const ofParcels = authorization(await token(request, meridianAnalyst, ['parcels:read']));
  const ofProjects = authorization(await token(request, meridianAnalyst, ['projects:read']));
  for (const [by, ids] of [
    [ofParcels, ['parcels']],
    [ofProjects, ['projects', 'project_parcels']],
  ] as const) {
    const list = await read<{ collections: Linked[] }>(request, by, `${root}/collections`);
    expect(list.collections.map(({ id }) => id)).toEqual(ids);
    for (const { id } of collections) {
      const status = (await request.get(`${root}/collections/${id}/items?limit=1`, { headers: by })).status();
      expect(status, id).toBe((ids as readonly string[]).includes(id) ? 200 : 403);
    }
  }
  const stranger = authorization(await token(request, harborAdmin, ['projects:read']));
  expect((await request.get(`${root}/collections/projects/items/${project}`, { headers: stranger })).status()).toBe(404);
  for (const filtered of ['projects', 'project_parcels']) {
    const url = `${root}/collections/${filtered}/items?project_id=${project}`;
    expect((await read<{ features: object[] }>(request, stranger, url)).features).toEqual([]);
    // Without the cookie of the session that `request` has.
    expect((await fetch(url)).status).toBe(401);
  }
  // The address from before has the same features.
  const before = await read<{ features: object[] }>(request, both, `/api/ogc/collections/project_parcels/items?project_id=${project}`);
  const now = await read<{ features: object[] }>(request, both, `${root}/collections/project_parcels/items?project_id=${project}`);
  expect(now.features).toHaveLength(1);
  expect(now.features).toEqual(before.features);
});

const owslib = `
import json, sys
from owslib.ogcapi.features import Features
root, project = sys.argv[1:]
api = Features(root, headers={'Authorization': 'Bearer ' + sys.stdin.read().strip()})
of_project = lambda collection: api.collection_items(collection, filter=f"project_id = '{project}'")['features']
parcel = of_project('project_parcels')[0]
print(json.dumps({
    'collections': api.feature_collections(),
    'described': [api.collection(name)['id'] for name in api.feature_collections()],
    'paths': len(api.api()['paths']),
    'queryables': 'project_name' in api.collection_queryables('projects')['properties'],
    'projects': [one['id'] for one in of_project('projects')],
    'number': parcel['properties']['parcelnumb'],
    'same': api.collection_item('project_parcels', parcel['id'])['properties'] == parcel['properties'],
    'outlines': [one['geometry']['type'] for one in
        api.collection_items('parcels', filter=f"ll_uuid = '{parcel['properties']['ll_uuid']}'")['features']],
}))
`;

test('GDAL and OWSLib read parcels and projects at the same address', async ({ request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const found = await lookUp(request, headers, 29.7604, -95.3698);
  const projects = [await createProject(request, headers, 'OGC one'), await createProject(request, headers, 'OGC two')] as const;
  expect(await tryAdd(request, headers, projects[0], found)).toBeDefined();
  const clients = new OgcClients(root, await token(request, meridianAnalyst, ['parcels:read', 'projects:read']));
  const { parcelnumb, ll_uuid } = found.parcel;

  expect(await clients.collections()).toEqual(['parcels', 'projects', 'project_parcels']);
  // Every page: the links `next` lead back to the address.
  const all = await clients.features('projects', 2);
  expect(all.map(({ properties }) => properties['project_id'])).toEqual(expect.arrayContaining([...projects]));
  const one = await clients.features('projects', 100, ['-where', `project_id = '${projects[0]}'`]);
  expect(one.map(({ geometry }) => geometry?.type)).toEqual(['MultiPoint']);
  const marked = await clients.features('project_parcels', 100, ['-where', `project_id = '${projects[0]}'`]);
  expect(marked.map(({ properties }) => properties['parcelnumb'])).toEqual([parcelnumb]);
  const outlines = await clients.features('parcels', 100, ['-where', `ll_uuid = '${ll_uuid}'`]);
  expect(outlines.map(({ geometry }) => geometry?.type)).toEqual(['MultiPolygon']);

  expect(await clients.owslib(owslib, projects[0])).toEqual({
    collections: ['parcels', 'projects', 'project_parcels'],
    described: ['parcels', 'projects', 'project_parcels'],
    paths: 16,
    queryables: true,
    projects: [projects[0]],
    number: parcelnumb,
    same: true,
    outlines: ['MultiPolygon'],
  });
});
