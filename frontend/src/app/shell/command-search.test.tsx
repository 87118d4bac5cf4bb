import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { currentProjectTab } from '../../lib/project-tabs';
import { rememberProject } from '../../lib/session';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { CommandSearch } from './command-search';

const property = {
  parcel_number: '0660',
  ll_uuid: 'u',
  project_id: 'p1',
  address: '4117 Cypress St',
  city: 'Houston',
  property_name: null,
  owner_name: 'Harbor Transit Authority',
};
const contact = { contact_id: 'c1', first_name: 'Ada', last_name: 'Bright', email: 'ada@bright.example', phone_number: '7135550999' };

beforeEach(() => {
  answer('get', '/api/projects', { projects: [] });
  answer('get', '/api/get_all_contacts', { contacts: [] });
  answer('get', '/api/get_companies', { companies: [] });
  answer('get', '*/property_api/search_properties', { properties: [] });
  answer('get', '*/property_api/deals', { deals: [] });
  answer('get', '*/property_api/letters', { letters: [] });
  answer('get', '*/property_api/deal_tasks', { tasks: [] });
  answer('get', '*/property_api/search_records', { notes: [], attachments: [], emails: [] });
  answer('get', '*/property_api/comps', { comps: [] });
  answer('get', '*/property_api/letter_templates', { templates: [] });
  answer('get', '*/property_api/get_campaigns', { campaigns: [] });
  answer('get', '*/api-2/places', { places: [] });
  answer('get', '*/api-2/growth_runs', { runs: [], next_cursor: null });
  answer('get', '/api/saved_searches', { saved_searches: [] });
  answer('get', '/api/list_views', { list_views: [] });
  answer('get', '/api/get_project_data', { project_data: { project_id: 'p1', project_name: 'Dock' } });
  sessionStorage.clear();
});

function Here() {
  const { pathname, search, ...location } = useLocation();
  const state: unknown = location.state;
  return (
    <p>
      at {pathname + search} {state ? JSON.stringify(state) : ''}
    </p>
  );
}

async function search(typed: string, at = '/dashboard', page: ReactNode = null) {
  renderScreen(
    <>
      {page}
      <CommandSearch onHelp={() => undefined} />
      <Here />
    </>,
    at,
  );
  const user = userEvent.setup({ delay: null });
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox', { name: /^Search projects, properties/ }));
  await user.paste(typed);
  return user;
}

/** Waits until the result with this label is shown and selected, so that Enter opens it. */
async function selected(label: string, role?: 'option'): Promise<void> {
  const found = role ? await screen.findByRole(role, { name: new RegExp(`^${label}`) }) : await screen.findByText(label);
  await waitFor(() => expect(found.closest('[data-action]')).toHaveAttribute('data-selected'));
}

it.each([
  ['cypress', '4117 Cypress St', '/property/0660?project_id=p1'],
  ['create loi for cypress', 'Create LOI for 4117 Cypress St', '/letter-of-intent?parcel_number=0660&project_id=p1'],
])('finds a property by ‘%s’, and Enter opens the first line', async (typed, name, address) => {
  const asked = answer('get', '*/property_api/search_properties', { properties: [property] });
  const user = await search(typed);
  await selected(name);
  expect(asked.at(-1)).toBe('?q=cypress&limit=5');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(`at ${address}`)).toBeInTheDocument();
});

it.each([
  ['bright', 'Ada Bright', '/contacts?contact_id=c1'],
  ['bayou', 'Bayou Steel', '/companies?company_id=k1'],
  ['dock', 'Dock', '/map?project_id=p1'],
  ['new project', 'New project', '/projects?new'],
])('opens what ‘%s’ finds first', async (typed, name, address) => {
  if (typed === 'bright') answer('get', '/api/get_all_contacts', { contacts: [contact] });
  if (typed === 'bayou') answer('get', '/api/get_companies', { companies: [{ company_id: 'k1', company_name: 'Bayou Steel' }] });
  const dock = { project_id: 'p1', project_name: 'Dock', submarket_name: null, market_name: 'Houston, TX', state_name: 'Texas' };
  if (typed === 'dock') answer('get', '/api/projects', { projects: [dock] });
  const user = await search(typed);
  await selected(name);
  if (typed === 'dock') expect(screen.getByText('Houston, TX')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(await screen.findByText(`at ${address}`)).toBeInTheDocument();
});

it('offers the letter of the property whose page is open', async () => {
  const user = await search('loi', '/property/06%2F60?project_id=p1');
  await selected('Create LOI for this property');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /letter-of-intent?parcel_number=06%2F60&project_id=p1')).toBeInTheDocument();
});

it.each([
  ['add task for cypress', 'Add task for 4117 Cypress St', '/dashboard', '/property/0660?project_id=p1'],
  ['new task', 'Add task for this property', '/property/06%2F60?project_id=p1', '/property/06%2F60?project_id=p1'],
])('begins by ‘%s’ a task of a property', async (typed, name, at, address) => {
  answer('get', '*/property_api/search_properties', { properties: [property] });
  const user = await search(typed, at);
  await selected(name);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(`at ${address} {"toTask":true}`)).toBeInTheDocument();
});

it.each(['contacts', 'companies', 'projects'])('exports all %s', async (list) => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  URL.createObjectURL = vi.fn(() => 'blob:file');
  const asked: unknown[] = [];
  server.use(
    http.post(`/api/export_${list}`, async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse('name', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const user = await search(`export ${list}`);
  await selected(`Export ${list}: CSV`);
  expect(screen.getByText(`Export ${list}: Excel (XLSX)`)).toBeInTheDocument();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(asked).toEqual([{ format: 'csv', filter: {} }]);
  click.mockRestore();
});

it('says that nothing was found, and what could not be searched', async () => {
  const user = await search('zzz');
  expect(await screen.findByText(/^Nothing found for 'zzz'/)).toBeInTheDocument();
  answer('get', '/api/get_all_contacts', { error: 'away' }, 422);
  await user.clear(screen.getByRole('combobox'));
  await user.paste('yyy');
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent('Contacts could not be searched.');
  expect(screen.queryByText(/^Nothing found/)).not.toBeInTheDocument();
});

it('finds a letter by its number, and lists it as a recent one', async () => {
  const letter = { letter_id: 'l1', number: 'LOI-2026-0042', status: 'sent', address: '4117 Cypress St', owner_name: 'Bayou Trust' };
  const asked = answer('get', '*/property_api/letters', { letters: [letter] });
  const user = await search('LOI-2026-0042');
  await selected('LOI-2026-0042');
  expect(screen.getByText('4117 Cypress St · Bayou Trust · sent')).toBeInTheDocument();
  expect(asked.at(-1)).toBe('?q=LOI-2026-0042&limit=5');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /letters?letter_id=l1')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByText('LOI-2026-0042')).toBeInTheDocument();
});

it('opens parcels that are in no list on the map of the last project', async () => {
  rememberProject('p1');
  answer('get', '*/property_api/search_properties', { properties: [property] });
  const places = [
    { label: '4117 Cypress St', kind: 'parcel', lat: 29, lon: -95, ll_uuid: 'u' },
    { label: '9 Cypress Ct', kind: 'parcel', lat: 29, lon: -95, ll_uuid: 'u2' },
    { label: 'Cypress', kind: 'city', lat: 29, lon: -95, ll_uuid: null },
  ];
  answer('get', '*/api-2/places', { places });
  const user = await search('cypress');
  const found = await screen.findByText('9 Cypress Ct');
  await selected('4117 Cypress St');
  expect(screen.getAllByText('4117 Cypress St')).toHaveLength(1);
  await user.click(found);
  expect(await screen.findByText('at /map?project_id=p1&ll_uuid=u2')).toBeInTheDocument();
});

it('lists first what begins with the words typed', async () => {
  answer('get', '/api/projects', { projects: [{ project_id: 'p1', project_name: 'New Dock' }] });
  answer('get', '/api/get_companies', { companies: [{ company_id: 'k1', company_name: 'Dock Works' }] });
  await search('dock');
  await selected('Dock Works');
  const found = screen.getAllByText(/^(New Dock|Dock Works)$/).map((hit) => hit.textContent);
  expect(found).toEqual(['Dock Works', 'New Dock']);
});

it('finds deals by address or owner, with their stage, and opens the property', async () => {
  const deal = { ...property, property_id: 'r1', stage_id: 's1', stage_name: 'Contacted', assigned_to_name: 'Dana Fox' };
  const asked = answer('get', '*/property_api/deals', { deals: [deal] });
  const user = await search('cypress');
  const group = await screen.findByText('Contacted · Dana Fox · Houston');
  expect(asked).toEqual(['?q=cypress&limit=5']);
  await user.click(group);
  expect(await screen.findByText('at /property/0660?project_id=p1')).toBeVisible();
});

it.each([
  ['open map', 'Open map', '/map?project_id=p1'],
  ['create project', 'New project', '/projects?new'],
  ['new contact', 'Add contact', '/contacts?new'],
  ['go to deals', 'Deals', '/deals'],
  ['letters of', 'Letters of the project', '/letters?project_id=p1'],
  ['run search', 'Run search', '/map?project_id=p1 {"toSearch":true}'],
  ['new template', 'New template', '/letters/templates?new'],
  ['add sale', 'Add sale', '/sales?new'],
  ['add task', 'Add task', '/deals'],
])('gives the command ‘%s’ by Enter alone', async (typed, name, address) => {
  const user = await search(typed, '/dashboard?project_id=p1');
  await selected(name);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(`at ${address}`)).toBeInTheDocument();
});

it('opens the board and the list of the last project, which the commands name', async () => {
  rememberProject('p1');
  const user = await search('pipeline');
  await selected('Pipeline');
  expect(await screen.findAllByText('Dock')).not.toHaveLength(0);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /project?project_id=p1&project_name=Dock')).toBeInTheDocument();
  expect(currentProjectTab()).toBe('pipeline');
});

it('offers no commands of a project before one was opened', async () => {
  await search('');
  expect(await screen.findByText('New project')).toBeInTheDocument();
  expect(screen.queryByText('Open map')).not.toBeInTheDocument();
});

it('makes letters for all properties of the project', async () => {
  rememberProject('p1');
  answer('get', '*/property_api/property_details', { properties: [{ property_id: 'q1', ll_uuid: 'u1' }], total: 1, next_cursor: null });
  const user = await search('make letters');
  await selected('Make letters');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /letters/new?project_id=p1 {"propertyIds":["q1"]}')).toBeInTheDocument();
});

it('exports the properties of the project, and says why it cannot', async () => {
  rememberProject('p1');
  answer('get', '*/property_api/property_details', { properties: [], total: 0, next_cursor: null });
  const user = await search('export');
  await selected('Export properties: Excel (XLSX)');
  expect(screen.getByText('Export properties: GeoPackage')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The project has no properties yet.')).toBeInTheDocument();
});

it('saves the theme, and lists the command first afterwards', async () => {
  const asked = answer('put', '/api/preferred_theme', { result: 'OK', preferred_theme: 'dark' });
  const user = await search('dark');
  await selected('Dark theme');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked).toEqual([{ preferred_theme: 'dark' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: /^Search projects, properties/ });
  await user.clear(box);
  await user.paste('theme');
  await waitFor(() => expect(screen.getAllByText(/ theme$/).map((each) => each.textContent)).toEqual(['Light theme', 'Auto theme']));
});

it('signs out', async () => {
  const asked = answer('post', '/api/logout', {});
  const user = await search('sign out');
  await selected('Log out');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /login')).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

it('finds tasks and comparable sales, and goes to them', async () => {
  const task = { task_id: 't1', title: 'Call the owner', address: '4117 Cypress St', parcel_number: '0660', project_id: 'p1' };
  const asked: string[] = [];
  server.use(
    http.get('*/property_api/deal_tasks', ({ request }) => {
      const { search: query, searchParams } = new URL(request.url);
      asked.push(query);
      const open = { ...task, due_on: '2026-12-01', done_at: null, assigned_to_name: 'Dana Fox' };
      const done = { ...open, task_id: 't2', title: 'Order the survey', done_at: '2026-11-20T12:00:00Z' };
      return HttpResponse.json({ tasks: [searchParams.get('open') === 'true' ? open : done] });
    }),
  );
  const comp = {
    comp_id: 's1',
    address: '12 Cypress Ct',
    parcel_number: null,
    sale_date: '2026-03-04',
    price: 500_000,
    buyer: 'Acme',
    seller: null,
  };
  answer('get', '*/property_api/comps', { comps: [comp] });
  const user = await search('cypress');
  expect(await screen.findByText('Due Dec 1, 2026 · Dana Fox · 4117 Cypress St')).toBeInTheDocument();
  expect(screen.getByText('Done Nov 20, 2026 · Dana Fox · 4117 Cypress St')).toBeInTheDocument();
  expect(new Set(asked)).toEqual(new Set(['?q=cypress&open=true&limit=5', '?q=cypress&open=false&limit=5']));
  await user.click(await screen.findByText('12 Cypress Ct'));
  expect(await screen.findByText('at /sales?q=12+Cypress+Ct&comp_id=s1')).toBeInTheDocument();
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox', { name: /^Search projects, properties/ }));
  await user.paste('call cypress');
  await user.click(await screen.findByText('Call the owner'));
  expect(await screen.findByText('at /property/0660?project_id=p1&task_id=t1')).toBeInTheDocument();
});

const place = { project_id: 'p1', parcel_number: '0660', address: '4117 Cypress St' };
const note = {
  ...place,
  note_id: 'n1',
  text: `${'The owner is away until spring. '.repeat(4)}Then the trustee of Cypress decides.`,
  created_by_name: 'Maya Chen',
  created_at: '2026-11-01T12:00:00Z',
};
const attachment = { ...place, path: 'u/1/Cypress survey.pdf', name: 'Cypress survey.pdf', uploaded_at: '2026-11-02T12:00:00Z' };
const email = { ...place, email_id: 'm1', subject: 'About Cypress', recipients: ['a@b.example'], created_at: '2026-11-03T12:00:00Z' };

it.each([
  ['…until spring. Then the trustee of Cypress decides.', '/property/0660?project_id=p1&note_id=n1'],
  ['Cypress survey.pdf', '/property/0660?project_id=p1&file=u%2F1%2FCypress+survey.pdf'],
  ['About Cypress', '/email?project_id=p1&parcel_number=0660&email_id=m1'],
])('finds %s and opens it where it is', async (label, address) => {
  const asked = answer('get', '*/property_api/search_records', { notes: [note], attachments: [attachment], emails: [email] });
  const user = await search('cypress');
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${label}`) }));
  expect(await screen.findByText(`at ${address}`)).toBeInTheDocument();
  expect(asked).toEqual(['?q=cypress&limit=5']);
});

function Selected({ onPress }: { readonly onPress: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <div data-selected-rows="3 properties">
      {['Create LOIs', 'Discard…'].map((name) => (
        <button key={name} type="button" onClick={() => onPress(name)}>
          {name}
        </button>
      ))}
      <button type="button" disabled>
        Approve
      </button>
      <button type="button" data-more onClick={() => setOpen(!open)}>
        More
      </button>
      <div hidden={!open}>
        <button type="button" aria-label="Export 3 properties" onClick={() => onPress('Export')}>
          Export
        </button>
      </div>
    </div>
  );
}

it.each([
  ['create lois of selected', 'Create LOIs'],
  ['discard selected', 'Discard…'],
  ['export selected', 'Export'],
])('does ‘%s’ with what is selected on the page', async (typed, name) => {
  const pressed = vi.fn();
  const user = await search(typed, '/dashboard', <Selected onPress={pressed} />);
  await selected(name.replace('…', ''), 'option');
  expect(screen.getByRole('group', { name: 'Selection' })).toHaveTextContent('3 properties selected');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(pressed.mock.calls).toEqual([[name]]));
  // Its menu or dialog gives the focus back to it, also if it was in the panel of 'More'.
  await waitFor(() => expect(screen.getByText(name)).toHaveFocus());
  expect(screen.getByText(name)).toBeVisible();
});

it('offers for a selection only what can be pressed', async () => {
  await search('', '/dashboard', <Selected onPress={vi.fn()} />);
  const group = within(await screen.findByRole('group', { name: 'Selection' }));
  expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Create LOIs3 properties selected',
    'Discard3 properties selected',
    'Export3 properties selected',
  ]);
});

it('tells screen readers its name, the chosen result and how many there are', async () => {
  answer('get', '/api/projects', { projects: [{ project_id: 'p1', project_name: 'New Dock' }] });
  answer('get', '/api/get_companies', { companies: [{ company_id: 'k1', company_name: 'Dock Works' }] });
  const user = await search('dock');
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeInTheDocument();
  await selected('Dock Works');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2 results'));
  const box = screen.getByRole('combobox');
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
  expect(chosen()).toBe(screen.getByRole('option', { name: /^Dock Works/, selected: true }));
  expect(screen.getByRole('listbox', { name: 'Results' }).id).toBe(box.getAttribute('aria-controls'));
  // From the last of one group to the first of the next.
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe(screen.getByRole('option', { name: /^New Dock/, selected: true }));
});

it('keeps what was chosen by the arrow keys when further results arrive', async () => {
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  answer('get', '/api/projects', {
    projects: [
      { project_id: 'p1', project_name: 'Dock North' },
      { project_id: 'p2', project_name: 'Dock West' },
    ],
  });
  server.use(
    http.get('/api/get_companies', async () => {
      await late;
      return HttpResponse.json({ companies: [{ company_id: 'k1', company_name: 'Old Dock Works' }] });
    }),
  );
  const user = await search('dock');
  await selected('Dock North');
  await user.keyboard('{ArrowDown}');
  await selected('Dock West');
  arrive();
  expect(await screen.findByText('Old Dock Works')).toBeInTheDocument();
  await selected('Dock West');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /map?project_id=p2')).toBeInTheDocument();
});

it('leaves Enter to an input method, and takes it from the keyboard of a phone', async () => {
  answer('get', '/api/get_companies', { companies: [{ company_id: 'k1', company_name: 'Dock Works' }] });
  await search('dock');
  await selected('Dock Works');
  const box = screen.getByRole('combobox');
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', isComposing: true });
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 229 });
  expect(screen.getByText('at /dashboard')).toBeInTheDocument();
  fireEvent.keyDown(box, { key: 'Enter', code: '', keyCode: 13 });
  expect(await screen.findByText('at /companies?company_id=k1')).toBeInTheDocument();
});

it('opens also while a field has the focus, and gives the focus back', async () => {
  const user = await search('', '/dashboard', <input aria-label="Filter" />);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const field = screen.getByRole('textbox', { name: 'Filter' });
  field.focus();
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field).toHaveFocus());
});

it('finds growth runs, and the saved views of each list', async () => {
  rememberProject('p1');
  const run = { run_id: 'g1', name: 'Cypress Creek', layers: null, created_at: '2026-11-01T10:00:00Z' };
  answer('get', '*/api-2/growth_runs', { runs: [run, { ...run, run_id: 'g2', name: 'Elsewhere' }], next_cursor: null });
  server.use(
    http.get('/api/list_views', ({ request }) => {
      const place = new URL(request.url).searchParams.get('place');
      const view = { view_id: `v-${place}`, name: `Cypress ${place}`, is_shared: place === 'contacts', settings: { place, filter: {} } };
      const broken = { ...view, view_id: `b-${place}`, name: `Broken cypress ${place}`, settings: null };
      return HttpResponse.json({ list_views: [view, broken] });
    }),
  );
  const user = await search('cypress');
  expect(await screen.findByText("View of contacts · The firm's")).toBeInTheDocument();
  expect(screen.queryByText(/^Broken/)).not.toBeInTheDocument();
  expect(screen.queryByText('Elsewhere')).not.toBeInTheDocument();
  for (const [name, address] of [
    ['Cypress contacts', '/contacts?view=v-contacts'],
    ['Cypress properties', '/project?project_id=p1&view=v-properties'],
    ['Cypress Creek', '/sleuth-growth?run=g1'],
  ] as const) {
    await user.click(await screen.findByText(name));
    expect(await screen.findByText(`at ${address}`)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: /^Search projects, properties/ });
    await user.clear(box);
    await user.paste('cypress');
  }
});

it('finds campaigns of all projects, and those to contacts', async () => {
  const campaign = { subject: 'Your land at Cypress', created_at: '2026-11-01T10:00:00Z', created_by: 'maya@a.example' };
  const asked = answer('get', '*/property_api/get_campaigns', {
    campaigns: [
      { ...campaign, campaign_id: 'k1', project_id: 'p7' },
      { ...campaign, campaign_id: 'k2', project_id: null, subject: 'News of Cypress' },
    ],
  });
  const user = await search('cypress');
  expect(await screen.findByText(/^To contacts · /)).toBeInTheDocument();
  expect(asked).toEqual(['?q=cypress']);
  await user.click(screen.getByText('Your land at Cypress'));
  expect(await screen.findByText(/^at \/email_campaign\?project_id=p7/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox', { name: /^Search projects, properties/ }));
  await user.paste('news');
  await user.click(await screen.findByText('News of Cypress'));
  expect(await screen.findByText('at /email_campaign?to=contacts')).toBeInTheDocument();
});

it('finds templates, and saved searches of the last project', async () => {
  rememberProject('p1');
  const templates = [
    { template_id: 't1', name: 'Cypress letter', published: 2 },
    { template_id: 't2', name: 'Another', published: null },
  ];
  answer('get', '*/property_api/letter_templates', { templates });
  const searches = [{ search_id: 's1', project_id: 'p1', name: 'Vacant by Cypress', created_by: 'Maya Chen' }];
  answer('get', '/api/saved_searches', { saved_searches: searches });
  const user = await search('cypress');
  await selected('Cypress letter');
  expect(screen.queryByText('Another')).not.toBeInTheDocument();
  await user.click(await screen.findByText('Vacant by Cypress'));
  expect(await screen.findByText('at /map?project_id=p1&search_id=s1')).toBeInTheDocument();
});
