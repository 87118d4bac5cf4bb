import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { dayAfter, dayOf } from '../../lib/days';
import { renderScreen } from '../../testing/render-screen';
import { answer, server, unreachable } from '../../testing/server';
import { tell } from '../../testing/stream';
import { DashboardScreen } from './dashboard-screen';

const figures = {
  total_contacts: 1204,
  companies: 37,
  active_projects: 5,
  growth_rate: 12.46,
  recent_activity: [
    { id: 1, kind: 'project.created', text: 'Project ‘Eastside’ was created.', at: '2026-11-21T09:30:00Z', actor: 'Maya Chen', link: null },
  ],
};

const task = (id: string, due_on: string | null) => ({
  task_id: id,
  project_id: 'p1',
  property_id: 'q1',
  parcel_number: '04/2',
  address: id === 'a' ? '4117 Cypress St' : null,
  title: `Task ${id}`,
  due_on,
  assigned_to: 'm',
  assigned_to_name: 'Maya Chen',
  created_by_name: 'Maya Chen',
  created_at: '2026-11-01T15:00:00Z',
  done_at: null,
  done_by_name: null,
  letter_id: null,
  letter_number: null,
  version: 1,
});
const stage = { milestone: null, name: 'Found', count: 12, offer_value: 1_250_000.4, median_age_days: 3.9, stalled: 2 };
const ages = [
  { days_min: 0, days_max: 7, count: 2, price: 1_900_000 },
  { days_min: 31, days_max: null, count: 1, price: 500_000 },
];
const nothing = {
  offers_out: [],
  expiring: { expires_within: 7, count: 0, price: 0 },
  stalled: { count: 0, offer_value: null },
  campaigns: [],
  campaigns_next: null,
};
const nothingElse = { people: [], projects: [], tasks: { mine_open: 0 } };

const noDeals = { deals: [], next: null, totals: { count: 0, in_sites: 0, offer_value: null, by_stage: [] } };

beforeEach(() => {
  answer('get', '/property_api/deal_tasks', { tasks: [] });
  answer('get', '/property_api/deals', noDeals);
  answer('get', '/property_api/pipeline', { stages: [], ...nothingElse });
  answer('get', '/property_api/work_figures', nothing);
});

test('the firm’s figures and its last activity are shown, and follow what the server tells', async () => {
  answer('get', '*/api/dashboard', figures);
  renderScreen(<DashboardScreen />);
  expect(await screen.findByText('1,204')).toBeVisible();
  expect(screen.getByText('+12.5%')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Recent Activity' })).getByText('Project ‘Eastside’ was created.')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Recent Activity' })).getByText(/^Maya Chen · /)).toBeVisible();
  answer('get', '*/api/dashboard', { ...figures, total_contacts: 1205 });
  act(() => tell('contact.created'));
  expect(await screen.findByText('1,205')).toBeVisible();
});

test('without a period before there is no growth to speak of', async () => {
  answer('get', '*/api/dashboard', { ...figures, growth_rate: null });
  renderScreen(<DashboardScreen />);
  expect(await screen.findByText('N/A')).toBeVisible();
});

test('the user’s open tasks lead to their properties, and overdue ones are marked', async () => {
  answer('get', '*/api/dashboard', figures);
  const [before, today] = [dayOf(Date.now() - 2 * 86_400_000), dayOf(Date.now())];
  const later = ['c', 'd', 'e', 'f', 'g'].map((id) => task(id, null));
  const asked = answer('get', '/property_api/deal_tasks', { tasks: [task('a', before), task('b', today), ...later] });
  renderScreen(<DashboardScreen />);
  const work = within(await screen.findByRole('region', { name: 'My Work' }));
  expect(await work.findByRole('link', { name: '7 open tasks' })).toHaveAttribute('href', '/tasks');
  expect(work.getByRole('link', { name: '1 overdue' })).toHaveAttribute('href', '/tasks?due=overdue');
  expect(asked).toEqual(['?mine=true&open=true']);
  const [first, second] = work.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Task aOverdue4117 Cypress St · due /);
  expect(second).not.toHaveTextContent('Overdue');
  expect(work.getByRole('link', { name: 'Task a' })).toHaveAttribute('href', '/property/04%2F2?project_id=p1');
  expect(work.queryByRole('link', { name: 'Task g' })).not.toBeInTheDocument();
  await userEvent.click(work.getByRole('button', { name: 'Show all 7' }));
  expect(work.getByText('Task g')).toBeVisible();
});

test('dated next steps of the user’s deals are counted and listed, and lead to their properties', async () => {
  answer('get', '*/api/dashboard', figures);
  const today = dayOf(Date.now());
  const step = (project_id: string, next_step: string | null, next_step_on: string) => ({
    project_id,
    property_id: 'q1',
    parcel_number: '04/2',
    address: '4117 Cypress St',
    next_step,
    next_step_on,
  });
  const deals = [step('p1', 'Call the trustee', dayAfter(today, -2)), step('p2', null, today)];
  answer('get', '/property_api/deals', { ...noDeals, deals, totals: { ...noDeals.totals, count: 2 } });
  renderScreen(<DashboardScreen />);
  const work = within(await screen.findByRole('region', { name: 'My Work' }));
  expect(await work.findByRole('link', { name: '2 next steps' })).toHaveAttribute('href', '/deals?mine=true&next_step_dated=true');
  expect(work.getByRole('link', { name: '1 overdue' })).toHaveAttribute('href', `/deals?mine=true&next_step_to=${dayAfter(today, -1)}`);
  const [first, second] = within(work.getByRole('list', { name: 'My next steps' })).getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Call the trusteeOverdue4117 Cypress St · due /);
  expect(second).toHaveTextContent(/^Next step4117 Cypress St · due /);
  expect(work.getByRole('link', { name: 'Next step' })).toHaveAttribute('href', '/property/04%2F2?project_id=p2');
  expect(work.getByText('You have no open tasks.')).toBeVisible();
});

test('the deals of all projects are counted by stage, and what is unknown is not 0', async () => {
  answer('get', '*/api/dashboard', figures);
  renderScreen(<DashboardScreen />);
  expect(await screen.findByText('You have no open tasks.')).toBeVisible();
  expect(await screen.findByText('No deals yet. Add parcels to a project to see them here.')).toBeVisible();
  const none = { ...stage, name: 'Contacted', count: 0, offer_value: null, median_age_days: null, stalled: 0 };
  answer('get', '/property_api/pipeline', { stages: [stage, none], ...nothingElse });
  act(() => tell('deal.changed'));
  const rows = within(await screen.findByRole('table', { name: 'Deals by stage' })).getAllByRole('row');
  const cells = rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ['Found', '12', '$1,250,000', '3', '2'],
    ['Contacted', '0', '—', '—', '0'],
  ]);
});

test('each figure of work leads to its list', async () => {
  answer('get', '*/api/dashboard', figures);
  answer('get', '*/api/get_project_data', { project_data: { project_id: 'p1', project_name: 'Eastside' } });
  const campaign = {
    campaign_id: 'c1',
    project_id: 'p1',
    subject: 'Selling?',
    created_at: '2026-11-01T15:00:00Z',
    reached: 8,
    opened: 5,
    responded: 3,
  };
  answer('get', '/property_api/work_figures', {
    offers_out: ages,
    expiring: { expires_within: 7, count: 1, price: 500_000 },
    stalled: { count: 2, offer_value: 750_000 },
    campaigns: [campaign],
  });
  const people = [
    { user_id: 'm', name: 'Maya Chen', count: 2, offer_value: 100 },
    { user_id: null, name: null, count: 1, offer_value: null },
  ];
  const offered = { ...stage, milestone: 'loi_out', name: 'Offered', median_age_days: 1.2, stalled: 1 };
  const projects = [{ project_id: 'p1', count: 3, offer_value: 100 }];
  answer('get', '/property_api/pipeline', { ...nothingElse, stages: [stage, offered], people, projects });
  renderScreen(<DashboardScreen />);
  const leads = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await leads('2 letters sent 0 to 7 days ago')).toBe('/letters?out=true&sent_days_min=0&sent_days_max=7');
  expect(await leads('1 letter sent more than 30 days ago')).toBe('/letters?out=true&sent_days_min=31');
  expect(await leads('Offers of $500,000 sent more than 30 days ago')).toBe('/letters?out=true&sent_days_min=31');
  expect(await leads('1 letter expires within 7 days, $500,000')).toBe('/letters?out=true&expires_within=7');
  expect(await leads('2 stalled deals, $750,000')).toBe('/deals?stalled=true');
  expect(await leads('Selling?: 5 opened')).toBe('/deals?campaign_id=c1&opened=true&of=Selling%3F');
  expect(await leads('Selling?: 3 responded')).toBe('/deals?campaign_id=c1&responded=true&of=Selling%3F');
  expect(within(screen.getByRole('region', { name: 'Campaigns to owners' })).getByText('Selling?')).toBeVisible();
  expect(await leads('Selling?: 38% responded')).toBe('/deals?campaign_id=c1&responded=true&of=Selling%3F');
  expect(await leads('Found: 12 deals')).toBe('/deals?stage_name=Found&of=Found');
  expect(await leads('Found: offers of $1,250,000')).toBe('/deals?stage_name=Found&of=Found');
  expect(await leads('Found: in the stage for 3 days, the median')).toBe('/deals?stage_name=Found&of=Found');
  expect(await leads('Found: 2 stalled deals')).toBe('/deals?stage_name=Found&of=Found&stalled=true');
  expect(await leads('Offered: 1 stalled deal')).toBe('/deals?milestone=loi_out&of=Offered&stalled=true');
  expect(await leads('Offered: in the stage for 1 day, the median')).toBe('/deals?milestone=loi_out&of=Offered');
  expect(await leads('Maya Chen: 2 open deals')).toBe('/deals?assigned_to=m&open=true&of=Maya+Chen');
  expect(await leads('Nobody: 1 open deal')).toBe('/deals?assigned_to=none&open=true&of=Assigned+to+nobody');
  expect(await leads('Eastside: 3 open deals')).toBe('/deals?project_id=p1&open=true');
  expect(await leads('Eastside: offers of $100')).toBe('/deals?project_id=p1&open=true');
  for (const [figure, list] of [
    [/^Total Contacts\s*1,204$/, '/contacts'],
    [/^Companies\s*37$/, '/companies'],
    [/^Active Projects\s*5$/, '/projects?status=active'],
    [/^Growth Rate\s*\+12\.5%/, '/projects'],
  ] as const) {
    expect(screen.getByRole('link', { name: figure })).toHaveAttribute('href', list);
  }
});

test('open deals name each of their projects, also one of more than a list has', async () => {
  answer('get', '*/api/dashboard', figures);
  const projects = Array.from({ length: 12 }, (_, at) => ({ project_id: `p${at}`, count: 20 - at, offer_value: null }));
  answer('get', '/property_api/pipeline', { stages: [], ...nothingElse, projects });
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/api/get_project_data', ({ request }) => {
      const id = new URL(request.url).searchParams.get('project_id');
      asked.push(id);
      if (id === 'p9') return HttpResponse.json({ error: 'There is no such project.' }, { status: 404 });
      return HttpResponse.json({ project_data: { project_id: id, project_name: `Project ${id}` } });
    }),
  );
  renderScreen(<DashboardScreen />);
  const table = within(await screen.findByRole('table', { name: 'Open deals by project' }));
  expect(await table.findByText('Project p0')).toBeVisible();
  expect(await table.findByText('Project p8')).toBeVisible();
  // It was deleted meanwhile.
  expect(await table.findByText('A project')).toBeVisible();
  expect(table.getByRole('link', { name: 'Project p8: 12 open deals' })).toHaveAttribute('href', '/deals?project_id=p8&open=true');
  expect(screen.getByText('10 of 12')).toBeVisible();
  // Only projects that are shown are asked for.
  expect(new Set(asked)).toEqual(new Set(projects.slice(0, 10).map(({ project_id }) => project_id)));
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more projects' }));
  expect(await table.findByRole('link', { name: 'Project p11: 9 open deals' })).toHaveAttribute('href', '/deals?project_id=p11&open=true');
  expect(screen.queryByRole('button', { name: /more projects$/ })).not.toBeInTheDocument();
});

test('older campaigns are listed on request, page by page', async () => {
  answer('get', '*/api/dashboard', figures);
  const campaign = (campaign_id: string) => ({
    campaign_id,
    project_id: 'p1',
    subject: `Campaign ${campaign_id}`,
    created_at: '2026-11-01T10:00:00Z',
    reached: 2,
    opened: 1,
    responded: 1,
  });
  answer('get', '/property_api/work_figures', { ...nothing, campaigns: [campaign('c1')], campaigns_next: 'a' });
  unreachable('get', '/property_api/campaign_figures');
  renderScreen(<DashboardScreen />);
  const table = within(await screen.findByRole('table', { name: 'What came of campaigns to owners' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show older campaigns' }));
  expect(await screen.findByText('Older campaigns could not be loaded.', undefined, { timeout: 5_000 })).toBeVisible();
  const asked: (string | null)[] = [];
  server.use(
    http.get('/property_api/campaign_figures', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      asked.push(cursor);
      return HttpResponse.json(
        cursor === 'a' ? { campaigns: [campaign('c2')], next_cursor: 'b' } : { campaigns: [campaign('c3')], next_cursor: null },
      );
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table.findByText('Campaign c2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show older campaigns' }));
  expect(await table.findByRole('link', { name: 'Campaign c3: 2 reached' })).toHaveAttribute(
    'href',
    '/deals?campaign_id=c3&of=Campaign+c3',
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older campaigns' })).not.toBeInTheDocument());
  expect(asked).toEqual(['a', 'b']);
});

test('what was done leads to its record', async () => {
  const [first] = figures.recent_activity;
  const link = '/property/04%2F2?project_id=p1';
  const signed = { ...first, id: 2, kind: 'letter.signed', text: 'LOI-2026-0001 was signed.', link };
  answer('get', '*/api/dashboard', { ...figures, recent_activity: [signed, first] });
  renderScreen(<DashboardScreen />);
  const activity = within(await screen.findByRole('region', { name: 'Recent Activity' }));
  expect(activity.getByRole('link', { name: 'LOI-2026-0001 was signed.' })).toHaveAttribute('href', link);
  // What has no page of its own is told only.
  expect(activity.getAllByRole('link')).toHaveLength(1);
  expect(activity.getByText('Project ‘Eastside’ was created.')).toBeVisible();
});

test('what cannot be loaded is said in its place', async () => {
  answer('get', '*/api/dashboard', figures);
  unreachable('get', '/property_api/deal_tasks');
  unreachable('get', '/property_api/deals');
  unreachable('get', '/property_api/pipeline');
  unreachable('get', '/property_api/work_figures');
  renderScreen(<DashboardScreen />);
  expect(await screen.findByText('Your tasks could not be loaded.')).toBeVisible();
  expect(await screen.findByText('Your next steps could not be loaded.')).toBeVisible();
  expect(await screen.findByText('The pipeline could not be loaded.')).toBeVisible();
  expect(await screen.findByText('The offers could not be loaded.')).toBeVisible();
  expect(await screen.findByText('The campaigns could not be loaded.')).toBeVisible();
  expect(screen.getByText('1,204')).toBeVisible();
});
