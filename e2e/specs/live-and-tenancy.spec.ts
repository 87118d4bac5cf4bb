import { expect, test, type APIRequestContext } from '@playwright/test';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { signIn } from '../drivers/session.ts';
import { harborAnalyst, meridianAdmin, meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually } from '../fixtures/product.ts';

test('a project made in one browser appears in a colleague’s within 2 s, and never in another firm’s', async ({ browser }) => {
  const [mine, colleague, stranger] = await Promise.all([browser.newContext(), browser.newContext(), browser.newContext()]);
  const [minePage, colleaguePage, strangerPage] = await Promise.all([mine.newPage(), colleague.newPage(), stranger.newPage()]);
  await signIn(minePage, meridianAnalyst);
  await signIn(colleaguePage, meridianAdmin);
  await signIn(strangerPage, harborAnalyst);

  const seen = new ProjectsDriver(colleaguePage);
  const foreign = new ProjectsDriver(strangerPage);
  const own = new ProjectsDriver(minePage);
  await own.open();
  await foreign.open();
  await seen.open();
  // The list also polls six times every 5 s after it loads: wait that out, so that only the event can bring the project.
  await colleaguePage.evaluate(() => new Promise((resolve) => setTimeout(resolve, 32_000)));

  const name = uniqueName('Live');
  await own.create({ name, state: 'Texas', type: 'Site Selection - Office/General' });
  await expect(seen.card(name)).toBeVisible({ timeout: 2_000 });
  await strangerPage.reload();
  await expect(strangerPage.getByRole('heading', { name: 'Projects' })).toBeVisible();
  await expect(foreign.card(name)).toHaveCount(0);
  await Promise.all([mine.close(), colleague.close(), stranger.close()]);
});

/** Every call that takes an id of a firm's own data, with the ids of Meridian's. */
function callsByForeignIds(ids: { project: string; marker: number; parcel: string; contact: string; file: string }) {
  const { project, marker, parcel, contact, file } = ids;
  const number = encodeURIComponent(parcel);
  return [
    ['GET', `/api/get_project_data?project_id=${project}`],
    ['GET', `/api/get_markers?project_id=${project}`],
    ['POST', '/api/update_project', { project_id: project, project_name: 'Taken over', state: '48', category: 'Site Selection' }],
    ['POST', '/api/delete_project', { project_id: project }],
    ['POST', '/api/remove_marker', { marker_id: marker }],
    ['POST', '/api/update_contact', { contact_id: contact, first_name: 'Not', last_name: 'Yours', email: 'not@yours.example' }],
    ['GET', `/property_api/property_details?project_id=${project}&email=x%40y.example`],
    ['GET', `/property_api/specific_property?parcel_number=${number}&project_id=${project}`],
    ['POST', '/property_api/update_square_feet', { parcel_number: parcel, project_id: project, square_feet: 1 }],
    ['POST', '/property_api/update_property_name', { parcel_number: parcel, project_id: project, property_name: 'Taken' }],
    ['GET', `/property_api/list_attachments?parcel_number=${number}&project_id=${project}`],
    ['GET', `/property_api/serve_attachment?file=${encodeURIComponent(file)}`],
    ['POST', '/property_api/remove_property_from_project', { parcel_number: parcel, project_id: project }],
    ['POST', '/property_api/update_loi_template', { parcel_number: parcel, project_id: project, html: '<p>Mine now</p>' }],
  ] as const;
}

test('another firm gets 404 for every id, at every service', async ({ request }) => {
  const mine = await bearer(request, meridianAnalyst);
  const theirs = await bearer(request, harborAnalyst);
  const ids = await aWorkedProperty(request, mine);

  for (const [method, path, data] of callsByForeignIds(ids)) {
    const answer = await request.fetch(path, { method, headers: theirs, data });
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(404);
    expect(answer.headers()['content-type']).toContain('application/problem+json');
  }
  const still = await request.get(`/property_api/list_attachments?parcel_number=${encodeURIComponent(ids.parcel)}&project_id=${ids.project}`, { headers: mine });
  expect(((await still.json()) as { attachments: string[] }).attachments).toContain(ids.file);
});

/** A project of Meridian's with one property, one contact and one attachment, made by the calls of an integrator. */
async function aWorkedProperty(request: APIRequestContext, headers: Record<string, string>) {
  const created = await request.post('/api/create_project', {
    headers,
    data: { project_name: uniqueName('Tenancy'), state: '48', category: 'Site Selection - Retail/General' },
  });
  const { project_id: project } = (await created.json()) as { project_id: string };
  const looked = await request.post('/api-2/process_coords', { headers, data: { lat: 29.7604, lon: -95.3698 } });
  const { data } = (await looked.json()) as { data: { parcelnumb: string } & Record<string, unknown> };
  const added = await request.post('/api/add_marker', {
    headers,
    data: {
      project_id: project,
      geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [-95.3698, 29.7604] }, properties: data },
    },
  });
  const { id: marker } = (await added.json()) as { id: number };
  const parcel = data.parcelnumb;
  const query = `parcel_number=${encodeURIComponent(parcel)}&project_id=${project}`;
  await eventually('the property', 10, async () => {
    const answer = await request.get(`/property_api/specific_property?${query}`, { headers });
    return answer.ok() ? true : undefined;
  });
  const contactAnswer = await request.post('/api/add_contact', {
    headers,
    data: { first_name: 'Tenancy', last_name: 'Check', email: `${Date.now()}@tenancy.example` },
  });
  const { contact_id: contact } = (await contactAnswer.json()) as { contact_id: string };
  const uploaded = await request.post('/property_api/upload_attachment', {
    headers,
    multipart: {
      parcel_number: parcel,
      address: String(data['address']),
      project_id: project,
      file: { name: 'survey notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Corner pins found.') },
    },
  });
  const { attachments } = (await uploaded.json()) as { attachments: string[] };
  const file = attachments[0];
  if (!file) throw new Error('the upload answered no path');
  return { project, marker, parcel, contact, file };
}
