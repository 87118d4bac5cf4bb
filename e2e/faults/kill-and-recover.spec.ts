import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import {
  createProject,
  lookUp,
  markedParcels,
  propertyArrives,
  propertyParcels,
  severalParcels,
  tryAdd,
  type Found,
} from '../fixtures/calls.ts';
import { meridianAdmin, meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually, kill, start, type Part } from '../fixtures/product.ts';

const middle = { lat: 29.7604, lon: -95.3698 };

const victims: readonly Part[] = ['property-api', 'parcel-lookup', 'main-api', 'rabbitmq', 'postgres'];

test.afterEach(async () => {
  // A failed test must not leave a service stopped for the next one.
  for (const victim of victims) await start(victim);
});

for (const victim of victims) {
  test(`${victim} killed while parcels are being added: every acknowledged marker gets its property, and none is lost`, async ({
    request,
  }) => {
    const headers = await bearer(request, meridianAnalyst);
    const project = await createProject(request, headers, 'Fault');
    const parcels = await severalParcels(request, headers, 40);
    const acknowledged: string[] = [];
    let back = false;
    const add = async (found: Found): Promise<void> => {
      await eventually(`marker ${found.parcel.parcelnumb}`, 90, () => tryAdd(request, headers, project, found));
      acknowledged.push(found.parcel.parcelnumb);
    };
    // Parcels are added before, during and after the kill; the last few wait until the service is back.
    const adding = (async () => {
      for (const found of parcels.slice(0, -3)) await add(found);
      await eventually('the part back', 120, async () => (back ? true : undefined));
      for (const found of parcels.slice(-3)) await add(found);
    })();
    await eventually('the first markers', 30, async () => (acknowledged.length >= 2 ? true : undefined));
    await kill(victim);
    const before = acknowledged.length;
    await start(victim);
    back = true;
    await adding;

    expect(before, 'the kill came in the middle').toBeLessThan(parcels.length - 3);
    const expected = acknowledged.sort();
    // Events that a killed service was publishing are leased for some time more.
    const arrived = await eventually('a property for every marker', 60, async () => {
      const rows = await propertyParcels(request, headers, project);
      return rows && rows.length >= expected.length ? rows : undefined;
    });
    expect(arrived).toEqual(expected);
    expect(await markedParcels(request, headers, project)).toEqual(expected);
  });
}

test('with the broker away people go on working, and an open list fills by itself when it is back', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Broker');
  const found = await lookUp(request, headers, middle.lat, middle.lon);
  await enter(page, meridianAdmin);
  await page.goto(`/project?project_id=${project}&project_name=Broker`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await expect(page.getByText('No properties yet')).toBeVisible();

  await kill('rabbitmq');
  expect(await tryAdd(request, headers, project, found)).toBeDefined();
  expect(await propertyParcels(request, headers, project)).toEqual([]);
  await start('rabbitmq');
  await propertyArrives(request, headers, project, found.parcel.parcelnumb);
  await expect(page.getByRole('row').nth(1)).toContainText(String(found.parcel['address']), { timeout: 45_000 });
});

test('a removal acknowledged while main-api is dead takes the marker away when it is back', async ({ request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Removal');
  const found = await lookUp(request, headers, middle.lat, middle.lon);
  await tryAdd(request, headers, project, found);
  await propertyArrives(request, headers, project, found.parcel.parcelnumb);

  await kill('main-api');
  const removed = await request.post('/property_api/remove_property_from_project', {
    headers,
    data: { parcel_number: found.parcel.parcelnumb, project_id: project },
  });
  expect(removed.status(), await removed.text()).toBe(200);
  await start('main-api');
  await eventually('the marker gone', 45, async () => {
    const markers = await markedParcels(request, headers, project);
    return markers?.length === 0 ? true : undefined;
  });
  expect(await propertyParcels(request, headers, project)).toEqual([]);
});

test('the database killed under load: every acknowledged project is there afterwards, and the screen recovers by itself', async ({
  page,
  request,
}) => {
  const headers = await bearer(request, meridianAnalyst);
  await enter(page, meridianAdmin);
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

test('a lookup while its service is dead is told as a fault, and works again without a reload', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Lookup');
  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, middle);
  await kill('parcel-lookup');
  await map.drawMarkerInTheMiddle();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByText('No data found for this location.')).toHaveCount(0);
  await start('parcel-lookup');
  await map.drawMarkerInTheMiddle();
  await expect(map.review).toBeVisible();
});

test('a property page opened while its service is dead shows the property by itself when it is back', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Page');
  const found = await lookUp(request, headers, middle.lat, middle.lon);
  await tryAdd(request, headers, project, found);
  await propertyArrives(request, headers, project, found.parcel.parcelnumb);
  await enter(page, meridianAnalyst);
  await kill('property-api');
  await page.goto(`/property/${encodeURIComponent(found.parcel.parcelnumb)}?project_id=${project}`);
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await start('property-api');
  const property = new PropertyDriver(page);
  await property.ready();
  await expect(property.section('Details')).toContainText(found.parcel.parcelnumb);
});
