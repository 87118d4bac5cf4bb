import { expect, test, type APIRequestContext } from '@playwright/test';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { enter } from '../drivers/session.ts';
import { createProject, propertyArrives, propertyParcels, severalParcels, tryAdd, type Found } from '../fixtures/calls.ts';
import { harborAdmin, harborAnalyst, meridianAdmin, meridianAnalyst } from '../fixtures/people.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

test('a project made in one browser appears in a colleague’s within 2 s, and never in another firm’s', async ({ browser }) => {
  const [mine, colleague, stranger] = await Promise.all([browser.newContext(), browser.newContext(), browser.newContext()]);
  const [minePage, colleaguePage, strangerPage] = await Promise.all([mine.newPage(), colleague.newPage(), stranger.newPage()]);
  await enter(minePage, meridianAnalyst);
  await enter(colleaguePage, meridianAdmin);
  await enter(strangerPage, harborAnalyst);

  const seen = new ProjectsDriver(colleaguePage);
  const foreign = new ProjectsDriver(strangerPage);
  const own = new ProjectsDriver(minePage);
  // The list polls six times after loading, every 5 s of the page's clock: those polls pass first, so that only the event can bring
  // the project.
  await colleaguePage.clock.install();
  let lists = 0;
  colleaguePage.on('response', (answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    if (pathname === '/api/projects' && !searchParams.has('cursor')) lists += 1;
  });
  await seen.open();
  await own.open();
  await foreign.open();
  const listsAfterPolls = async () => {
    await colleaguePage.clock.fastForward(5_000);
    return lists;
  };
  await expect.poll(listsAfterPolls, { timeout: 60_000 }).toBeGreaterThanOrEqual(7);

  const name = uniqueName('Live');
  await own.fillIn({ name, state: 'Texas', type: 'Site Selection - Office/General' });
  const made = minePage.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/create_project' && answer.ok());
  await own.submit();
  await made;
  await expect(seen.card(name)).toBeVisible({ timeout: 2_000 });
  await strangerPage.reload();
  await expect(strangerPage.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await expect(strangerPage.getByRole('article').first()).toBeVisible();
  await expect(foreign.card(name)).toHaveCount(0);
  await Promise.all([mine.close(), colleague.close(), stranger.close()]);
});

interface Worked {
  readonly project: string;
  readonly marker: number;
  readonly found: Found;
  readonly contact: string;
  readonly file: string;
}

type Call = readonly [method: string, path: string, data?: Readonly<Record<string, unknown>>];

/** Every operation that takes an id of firm data, with Meridian's ids. parcel-lookup's data are public records, so it has none. */
function callsByForeignIds({ project, marker, found, contact, file }: Worked): readonly Call[] {
  const parcel = found.parcel.parcelnumb;
  const number = encodeURIComponent(parcel);
  const its = { parcel_number: parcel, project_id: project };
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [found.lon, found.lat] },
    properties: found.parcel,
  };
  return [
    ['GET', `/api/get_project_data?project_id=${project}`],
    ['GET', `/api/get_markers?project_id=${project}`],
    ['GET', `/api/get_parcel_outlines?project_id=${project}`],
    ['GET', `/api/get_parcel_polygon?parcelnumb=${number}&project_id=${project}`],
    ['POST', '/api/add_marker', { project_id: project, geojson: feature }],
    ['POST', '/api/update_project', { project_id: project, project_name: 'Taken over', state: '48', category: 'Site Selection' }],
    ['POST', '/api/delete_project', { project_id: project }],
    ['POST', '/api/remove_marker', { marker_id: marker }],
    ['POST', '/api/update_contact', { contact_id: contact, first_name: 'Not', last_name: 'Yours', email: 'not@yours.example' }],
    ['POST', '/api/delete_contact', { contact_id: contact }],
    ['GET', `/property_api/property_details?project_id=${project}&email=x%40y.example`],
    ['GET', `/property_api/specific_property?parcel_number=${number}&project_id=${project}`],
    ['POST', '/property_api/update_square_feet', { ...its, square_feet: 1 }],
    ['POST', '/property_api/update_property_name', { ...its, property_name: 'Taken' }],
    ['POST', '/property_api/update_total_value', { ...its, total_value: 1 }],
    ['POST', '/property_api/update_appraised_value', { ...its, appraised_value: 1 }],
    ['POST', '/property_api/update_market_value', { ...its, market_value: 1 }],
    ['POST', '/property_api/update_offer_value', { ...its, offer_value: 1 }],
    ['POST', '/property_api/add_associated_contact', { ...its, contact_id: contact }],
    [
      'POST',
      '/property_api/update_contact',
      { contact_id: contact, first_name: 'Not', last_name: 'Yours', title: '', email: 'not@yours.example' },
    ],
    ['GET', `/property_api/list_attachments?parcel_number=${number}&project_id=${project}`],
    ['GET', `/property_api/serve_attachment?file=${encodeURIComponent(file)}`],
    ['GET', `/property_api/get_loi_template?parcel_number=${number}&project_id=${project}`],
    ['POST', '/property_api/update_loi_template', { ...its, html: '<p>Mine now</p>' }],
    ['POST', '/property_api/delete_loi_template', { ...its }],
    ['POST', '/property_api/remove_property_from_project', { ...its }],
  ];
}

test('another firm gets 404 for every id, at every service, and changes nothing', async ({ request }) => {
  const mine = await bearer(request, meridianAnalyst);
  const theirs = await bearer(request, harborAdmin);
  const worked = await aWorkedProperty(request, mine);
  const { project, found, file } = worked;
  const parcel = found.parcel.parcelnumb;
  const query = `parcel_number=${encodeURIComponent(parcel)}&project_id=${project}`;
  const before = await (await request.get(`/property_api/specific_property?${query}`, { headers: mine })).json();

  for (const [method, path, data] of callsByForeignIds(worked)) {
    const answer = await request.fetch(path, { method, headers: theirs, data });
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(404);
    expect(answer.headers()['content-type']).toContain('application/problem+json');
  }
  for (const [path, form] of [
    ['/property_api/delete_attachment', { parcel_number: parcel, project_id: project, filepath: file }],
    ['/property_api/upload_attachment', { parcel_number: parcel, project_id: project, address: 'x', file: textFile('theirs.txt') }],
  ] as const) {
    const answer = await request.post(path, { headers: theirs, multipart: form });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(404);
  }
  const session = (await (await request.get('/api/session', { headers: mine })).json()) as { user_id: string };
  const demotion = await request.post('/api/update_user', { headers: theirs, data: { user_id: session.user_id, active: false } });
  expect(demotion.status(), await demotion.text()).toBe(404);

  expect(await (await request.get(`/property_api/specific_property?${query}`, { headers: mine })).json()).toEqual(before);
  expect(await propertyParcels(request, mine, project)).toEqual([parcel]);
  const still = await request.get(`/property_api/list_attachments?${query}`, { headers: mine });
  expect(((await still.json()) as { attachments: string[] }).attachments).toEqual([file]);
});

const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Corner pins found.') });

/** A Meridian project with one property, one contact and one attachment, created through the API. */
async function aWorkedProperty(request: APIRequestContext, headers: Headers): Promise<Worked> {
  const project = await createProject(request, headers, 'Tenancy');
  // A separate parcel: other tests use the one at the centre of the block, and a property belongs to the firm, not to a project.
  const [, , , found] = await severalParcels(request, headers, 4);
  if (!found) throw new Error('the sample block has too few parcels');
  const marker = await tryAdd(request, headers, project, found);
  if (marker === undefined) throw new Error('the marker was not added');
  const parcel = found.parcel.parcelnumb;
  await propertyArrives(request, headers, project, parcel);
  const contactAnswer = await request.post('/api/add_contact', {
    headers,
    data: { first_name: 'Tenancy', last_name: 'Check', email: `${Date.now()}@tenancy.example` },
  });
  const { contact_id: contact } = (await contactAnswer.json()) as { contact_id: string };
  const uploaded = await request.post('/property_api/upload_attachment', {
    headers,
    multipart: { parcel_number: parcel, address: String(found.parcel['address']), project_id: project, file: textFile('survey notes.txt') },
  });
  const { attachments } = (await uploaded.json()) as { attachments: string[] };
  const file = attachments[0];
  if (!file) throw new Error('the upload answered no path');
  return { project, marker, found, contact, file };
}
