import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { chooseProjectTab, currentProjectTab } from '../../lib/project-tabs';
import { rememberProject } from '../../lib/session';
import { dayOf } from '../../lib/days';
import { signedIn } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import { DialogProvider } from '../../ui/dialog-provider';
import { Shell } from './shell';

const noChanges = { parcel_changes: [], next_cursor: null, unread: 0 };
const noMatches = { search_matches: [], next_cursor: null, unread: 0 };

beforeEach(() => {
  signedIn();
  chooseProjectTab('map');
  answer('get', '/api/activity', {
    activities: [
      { id: 7, kind: 'project.created', text: 'Project Dock was created.', at: '2026-11-20T10:00:00Z', actor: 'Maya Chen', link: null },
    ],
  });
  answer('get', '/api/parcel_changes', noChanges);
  answer('get', '/api/search_matches', noMatches);
  answer('get', '/property_api/deal_tasks', { tasks: [] });
  answer('get', '/property_api/deals', { deals: [], next: null, totals: { count: 0, in_sites: 0, offer_value: null, by_stage: [] } });
  answer('get', '/property_api/note_mentions', { mentions: [], unread: 0 });
  answer('get', '/api/config', { voice_assistant_url: null, site_image_credit: null, sample_data: true, mail_mode: 'folder' });
});

function open(at: string) {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <p>the sign-in screen</p> },
      { element: <Shell />, children: [{ path: '*', element: <p>the page</p> }] },
    ],
    { initialEntries: [at] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <DialogProvider>
          <RouterProvider router={router} />
        </DialogProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, user: userEvent.setup({ delay: null }) };
}

it('has the five places in its sidebar', () => {
  open('/contacts');
  const links = screen.getAllByRole('link').filter((link) => link.closest('nav'));
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard', '/contacts', '/companies', '/projects', '/profile']);
  expect(screen.getByRole('link', { name: 'Contacts' })).toHaveAttribute('aria-current', 'page');
});

it.each(['/project', '/map', '/property/042', '/email', '/email_campaign'])('marks Projects as the place of %s', (at) => {
  open(`${at}?project_id=p1`);
  expect(screen.getByRole('link', { name: 'Projects' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'Profile' })).not.toHaveAttribute('aria-current');
});

it('marks Contacts as the place of mail to contacts', () => {
  open('/email_campaign?to=contacts');
  expect(screen.getByRole('link', { name: 'Contacts' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'Projects' })).not.toHaveAttribute('aria-current');
});

it('shows the project’s name and switches its tabs on /project only', async () => {
  const { user } = open('/project?project_id=p1&project_name=Dock');
  expect(screen.getByText('Dock')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Properties' }));
  expect(currentProjectTab()).toBe('properties');
  expect(screen.getByRole('tab', { name: 'Properties' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('button', { name: 'Collapse the project bar' }));
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  expect(screen.getByText('Dock')).toBeInTheDocument();
});

it('calls a project without a name ‘Project’', () => {
  open('/project?project_id=p1');
  expect(screen.getByText('Project')).toBeInTheDocument();
});

it('leads from a property back to the map', () => {
  open('/property/001%2F2?project_id=p1');
  expect(screen.getByRole('link', { name: 'Back to Map' })).toHaveAttribute('href', '/map');
});

it('shows recent activity, and a dot until it was looked at', async () => {
  const { user } = open('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Notifications, new' }));
  expect(await screen.findByText('Project Dock was created.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
});

it('counts unread parcel changes, shows them with their project and source, and marks them as read', async () => {
  const change = {
    change_id: 301,
    ll_uuid: 'u-1',
    county_fips: '48201',
    parcelnumb: '001',
    address: '100 Main St',
    changes: [
      { fact: 'owner', before: 'Bayou Trust', after: 'Bayou Crest Holdings LLC' },
      { fact: 'flood_zone', before: null, after: 'AE' },
    ],
    projects: [
      { project_id: 'p1', project_name: 'East Houston', held_as: 'saved', site_id: null, site_name: null },
      { project_id: 'p2', project_name: 'West', held_as: 'discarded', site_id: null, site_name: null },
    ],
    source: 'Harris CAD',
    source_date: '2026-11-01',
    is_undone: false,
    changed_at: '2026-11-21T09:30:00Z',
    is_read: false,
  };
  answer('get', '/api/parcel_changes', { parcel_changes: [change], next_cursor: null, unread: 2 });
  const read = answer('post', '/api/read_parcel_changes', { unread: 0, unread_matches: 0 });
  const { user, router } = open('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread parcel changes' }));
  const link = await screen.findByRole('link', { name: '100 Main St (001)' });
  expect(screen.getByText('Owner: Bayou Trust → Bayou Crest Holdings LLC')).toBeInTheDocument();
  expect(screen.getByText('Flood zone: unknown → AE')).toBeInTheDocument();
  expect(screen.getByText('East Houston, West (discarded) · Harris CAD, Nov 1, 2026')).toBeInTheDocument();
  expect(screen.getByText('New')).toBeInTheDocument();
  await waitFor(() => expect(read).toEqual([{ change_id: 301 }]));
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
  await user.click(link);
  expect(router.state.location.search).toBe('?project_id=p1&ll_uuid=u-1');
});

it('tells what newly matches saved searches and parcels of sites, and reads both with one number', async () => {
  const match = {
    match_id: 303,
    search_id: 's-1',
    search_name: 'Vacant land',
    is_search_changed: true,
    project_id: 'p1',
    project_name: 'East Houston',
    parcels: 12,
    changed: { parcels: 9, owner: 5, sale: 3, zoning: 0, flood: 0, gone: 1, unmatched: 2 },
    source: 'Harris CAD',
    source_date: null,
    is_undone: false,
    changed_at: '2026-11-21T09:30:00Z',
    is_read: false,
  };
  const change = {
    change_id: 302,
    ll_uuid: 'u-1',
    county_fips: '48201',
    parcelnumb: '001',
    address: null,
    changes: [{ fact: 'zoning', before: 'M-1', after: 'M-2' }],
    projects: [{ project_id: 'p1', project_name: 'East Houston', held_as: 'saved', site_id: 'site-1', site_name: 'Elm Street' }],
    source: 'Harris CAD',
    source_date: null,
    is_undone: false,
    changed_at: '2026-11-21T09:30:00Z',
    is_read: false,
  };
  answer('get', '/api/parcel_changes', { parcel_changes: [change], next_cursor: null, unread: 1 });
  answer('get', '/api/search_matches', { search_matches: [match], next_cursor: null, unread: 2 });
  const read = answer('post', '/api/read_parcel_changes', { unread: 0, unread_matches: 0 });
  const { user, router } = open('/dashboard');
  const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread parcel change, 2 unread saved search notices' });
  expect(bell).toHaveTextContent('3');
  await user.click(bell);
  const found = await screen.findByRole('link', { name: '12 parcels newly match “Vacant land”; 9 that matched before changed' });
  expect(screen.getByText('Changed: owner of 5, last sale of 3, 1 split, merged or retired, 2 no longer match')).toBeInTheDocument();
  expect(screen.getByText('East Houston · Harris CAD, date unknown')).toBeInTheDocument();
  expect(screen.getByText('The search was changed since.')).toBeInTheDocument();
  expect(screen.getByText('site Elm Street of East Houston · Harris CAD, date unknown')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '001' })).toHaveAttribute('href', '/map?project_id=p1&ll_uuid=site-1');
  await waitFor(() => expect(read).toEqual([{ change_id: 303 }]));
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
  await user.click(found);
  expect(router.state.location.search).toBe('?project_id=p1&search_id=s-1');
});

it('counts and shows the tasks that are due today or overdue', async () => {
  const day = (days: number) => dayOf(Date.now() + days * 86_400_000);
  const task = (id: string, due_on: string | null) => ({
    task_id: id,
    project_id: 'p1',
    property_id: 'q1',
    parcel_number: '001',
    address: '100 Main St',
    title: `Task ${id}`,
    due_on,
    assigned_to: 'u',
    assigned_to_name: 'Maya Chen',
    created_by_name: 'The system',
    created_at: '2026-11-20T10:00:00Z',
    done_at: null,
    done_by_name: null,
    version: 1,
    letter_id: null,
    letter_number: null,
  });
  answer('get', '/property_api/deal_tasks', { tasks: [task('a', day(-1)), task('b', day(0)), task('c', day(1)), task('d', null)] });
  const { user, router } = open('/dashboard');
  const bell = await screen.findByRole('button', { name: 'Notifications, 2 due tasks' });
  expect(bell).toHaveTextContent('2');
  await user.click(bell);
  const section = within(await screen.findByRole('region', { name: 'Due tasks' }));
  expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Task a100 Main St · was due'),
    'Task b100 Main St · due today',
  ]);
  await user.click(section.getByRole('link', { name: 'Task b' }));
  expect(router.state.location.pathname).toContain('001');
});

it('counts and shows the next steps that are due, and leads to all of them', async () => {
  const day = (days: number) => dayOf(Date.now() + days * 86_400_000);
  const step = (project_id: string, next_step: string | null, next_step_on: string) => ({
    project_id,
    property_id: 'q1',
    parcel_number: '001',
    address: '100 Main St',
    next_step,
    next_step_on,
  });
  const deals = [step('p1', 'Call the trustee', day(-1)), step('p2', null, day(0)), step('p3', 'Visit', day(1))];
  const totals = { count: 3, in_sites: 0, offer_value: null, by_stage: [] };
  const asked = answer('get', '/property_api/deals', { deals, next: null, totals });
  const { user, router } = open('/dashboard');
  const bell = await screen.findByRole('button', { name: 'Notifications, 2 due next steps' });
  expect(asked[0]).toBe('?mine=true&next_step_dated=true&sort=next_step_on&limit=200');
  await user.click(bell);
  const section = within(await screen.findByRole('region', { name: 'Due next steps' }));
  expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Call the trustee100 Main St · was due'),
    'Next step100 Main St · due today',
  ]);
  await user.click(section.getByRole('link', { name: 'All next steps' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/deals?mine=true&next_step_dated=true');
});

it('counts and shows notes that mention the user, and marks them as read', async () => {
  const mention = (mention_id: number, is_read: boolean) => ({
    mention_id,
    note_id: `n${mention_id}`,
    project_id: 'p1',
    property_id: 'q1',
    parcel_number: '001',
    address: null,
    text: `@Maya Chen, note ${mention_id}`,
    created_by_name: 'Dana Ruiz',
    created_at: '2026-11-20T10:00:00Z',
    is_read,
  });
  answer('get', '/property_api/note_mentions', { mentions: [mention(7, false), mention(5, true)], unread: 1 });
  const read = answer('post', '/property_api/note_mentions/read', { unread: 0 });
  const { user, router } = open('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread mention' }));
  const section = within(await screen.findByRole('region', { name: 'Mentions' }));
  expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^@Maya Chen, note 7NewDana Ruiz · 001 · /),
    expect.stringMatching(/^@Maya Chen, note 5Dana Ruiz · 001 · /),
  ]);
  await waitFor(() => expect(read).toEqual([{ mention_id: 7 }]));
  expect(await screen.findByRole('button', { name: 'Notifications', hidden: true })).toBeInTheDocument();
  await user.click(section.getByRole('link', { name: '@Maya Chen, note 7' }));
  expect(router.state.location.pathname).toContain('001');
});

it('says when mentions could not be loaded', async () => {
  unreachable('get', '/property_api/note_mentions');
  const { user } = open('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  expect(await screen.findByText('Notes that mention you could not be loaded.')).toBeInTheDocument();
});

it('marks nothing as read while one of the lists is not shown', async () => {
  answer('get', '/api/search_matches', { code: 'internal', error: 'Broken.' }, 500);
  answer('get', '/api/parcel_changes', { ...noChanges, unread: 1 });
  const read = answer('post', '/api/read_parcel_changes', { unread: 0, unread_matches: 0 });
  const { user } = open('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread parcel change' }));
  expect(await screen.findByText('News of saved searches could not be loaded.')).toBeInTheDocument();
  expect(read).toEqual([]);
});

it('explains the AI assistant when none is configured', async () => {
  const { user } = open('/dashboard');
  await user.click(screen.getByRole('button', { name: 'AI assistant' }));
  expect(await screen.findByText(/No voice assistant is connected/)).toBeInTheDocument();
});

it('logs out on the server and in the browser', async () => {
  const asked = answer('post', '/api/logout', { result: 'OK' });
  const { user } = open('/dashboard');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('the sign-in screen')).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(localStorage.getItem('authenticated')).toBeNull();
  expect(sessionStorage.getItem('email')).toBeNull();
});

it('saves the theme that was chosen', async () => {
  const asked = answer('put', '/api/preferred_theme', { result: 'OK', preferred_theme: 'dark' });
  const { user } = open('/dashboard');
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(asked).toEqual([{ preferred_theme: 'dark' }]));
});

it('goes to a screen by G and a letter, but not while somebody types', async () => {
  const { router, user } = open('/projects?project_id=p1');
  await user.keyboard('gc');
  expect(router.state.location.pathname).toBe('/contacts');
  await user.keyboard('gl');
  expect(router.state.location.pathname).toBe('/letters');
  // A letter alone, and another key between them, go nowhere.
  await user.keyboard('dgxd');
  expect(router.state.location.pathname).toBe('/letters');
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await user.keyboard('gd?');
  expect(field).toHaveValue('gd?');
  field.remove();
  expect(router.state.location.pathname).toBe('/letters');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('opens the board of the last project by G B', async () => {
  rememberProject('p9');
  const { router, user } = open('/dashboard');
  await user.keyboard('gb');
  expect(router.state.location.pathname + router.state.location.search).toBe('/project?project_id=p9');
  expect(currentProjectTab()).toBe('pipeline');
});

it('shows the keys by ?', async () => {
  const { user } = open('/dashboard');
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(help).getByText('Go to Board of the project')).toBeInTheDocument();
});

it('opens the search by Ctrl-K, and again after it was closed', async () => {
  const { user } = open('/dashboard');
  const box = () => screen.findByRole('combobox', { name: /^Search projects, properties/ });
  await user.keyboard('{Control>}k{/Control}');
  expect(await box()).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  expect(await box()).toBeInTheDocument();
});
