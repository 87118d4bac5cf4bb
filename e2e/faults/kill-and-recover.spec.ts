import { expect, test, type APIRequestContext } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { signIn } from '../drivers/session.ts';
import { meridianAdmin, meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Part } from '../fixtures/product.ts';

type Headers = Record<string, string>;

async function createProject(request: APIRequestContext, headers: Headers): Promise<string> {
  const answer = await request.post('/api/create_project', {
    headers,
    data: { project_name: uniqueName('Fault'), state: '48', category: 'Site Selection - Industrial/Logistics' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { project_id: string }).project_id;
}

/** Looks a parcel up near downtown Houston and adds it; answers its parcel number. */
async function addParcel(request: APIRequestContext, headers: Headers, project: string, lat: number, lon: number): Promise<string> {
  const looked = await request.post('/api-2/process_coords', { headers, data: { lat, lon } });
  const { data } = (await looked.json()) as { data: { parcelnumb: string } };
  const added = await request.post('/api/add_marker', {
    headers,
    data: { project_id: project, geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties: data } },
  });
  expect(added.ok(), await added.text()).toBe(true);
  return data.parcelnumb;
}

/** Waits until the property of an acknowledged marker is there. */
async function property(request: APIRequestContext, headers: Headers, project: string, parcel: string): Promise<void> {
  await eventually(`property ${parcel}`, 45, async () => {
    const answer = await request
      .get(`/property_api/specific_property?parcel_number=${encodeURIComponent(parcel)}&project_id=${project}`, { headers })
      .catch(() => undefined);
    return answer?.ok() ? true : undefined;
  });
}

const victims: readonly Part[] = ['property-api', 'parcel-lookup', 'main-api'];
for (const victim of victims) {
  test(`no marker stays without its property when ${victim} is killed after the marker is acknowledged`, async ({ request }) => {
    const headers = await bearer(request, meridianAnalyst);
    const project = await createProject(request, headers);
    const parcel = await addParcel(request, headers, project, 29.7604, -95.3698);
    await kill(victim);
    await start(victim);
    await property(request, headers, project, parcel);
  });
}

test('with the broker away people go on working, and everything arrives when it is back', async ({ request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers);
  await kill('rabbitmq');
  try {
    const parcel = await addParcel(request, headers, project, 29.7604, -95.3698);
    const early = await request.get(`/property_api/specific_property?parcel_number=${encodeURIComponent(parcel)}&project_id=${project}`, { headers });
    expect(early.status()).toBe(404);
    await start('rabbitmq');
    await property(request, headers, project, parcel);
  } finally {
    await start('rabbitmq');
  }
});

test('the database killed under load: every acknowledged project is there afterwards, and the screen recovers by itself', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  await signIn(page, meridianAdmin);
  await new ProjectsDriver(page).open();

  const acknowledged: string[] = [];
  let refused = 0;
  let stop = false;
  const load = (async () => {
    while (!stop) {
      const answer = await request
        .post('/api/create_project', { headers, data: { project_name: uniqueName('Load'), state: '48', category: 'Site Selection' } })
        .catch(() => undefined);
      if (answer?.ok()) acknowledged.push(((await answer.json()) as { project_id: string }).project_id);
      else refused += 1;
    }
  })();
  await eventually('some load', 20, async () => (acknowledged.length >= 5 ? true : undefined));
  await kill('postgres');
  await eventually('a refusal', 20, async () => (refused > 0 ? true : undefined));
  await start('postgres');
  const before = acknowledged.length;
  await eventually('load after the restart', 60, async () => (acknowledged.length >= before + 5 ? true : undefined));
  stop = true;
  await load;

  for (const id of acknowledged) {
    const answer = await request.get(`/api/get_project_data?project_id=${id}`, { headers });
    expect(answer.status(), id).toBe(200);
  }
  const name = uniqueName('After the restart');
  await request.post('/api/create_project', { headers, data: { project_name: name, state: '48', category: 'Site Selection' } });
  await expect(new ProjectsDriver(page).card(name)).toBeVisible({ timeout: 60_000 });
});

test('a lookup while its service is away is told as a fault, and works again without a reload', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers);
  await signIn(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, { lat: 29.7604, lon: -95.3698 });
  await page.route('**/api-2/process_coords', (route) => route.fulfill({
    status: 503,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'Service Unavailable', status: 503, detail: 'Away.', error: 'Away.', message: 'Away.', request_id: 'x' }),
  }));
  await map.drawMarkerInTheMiddle();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('No data found for this location.')).toHaveCount(0);
  await page.unroute('**/api-2/process_coords');
  await map.drawMarkerInTheMiddle();
  await expect(map.review).toBeVisible();
});
