import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { ProjectsScreen } from './projects-screen';

const project = (over: object) => ({
  project_id: 'p1',
  project_name: 'Houston infill',
  category: 'Site Selection - Retail/General',
  description: 'Corner lots',
  state: '48',
  state_name: 'Texas',
  additional_filter: 'None',
  status: 'active',
  progress: 20,
  created_at: '2026-11-12T12:00:00Z',
  property_count: 2,
  version: 1,
  ...over,
});
const two = {
  projects: [
    project({}),
    project({ project_id: 'p2', project_name: 'Reno logistics', state_name: 'Nevada', status: 'review', progress: 80 }),
  ],
};

function Screen() {
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  return <ProjectsScreen creating={creating} onCreating={setCreating} onCreated={(id) => void navigate('/elsewhere', { state: id })} />;
}

function open() {
  renderScreen(<Screen />);
  return userEvent.setup({ delay: null });
}

describe('the list', () => {
  it('shows totals, tags, and the fields that are chosen', async () => {
    const tagged = project({ tags: 'gulf, rail', assigned_to_name: 'Dana Fox', site_size_min: 5, site_size_max: null });
    answer('get', '/api/projects', {
      projects: [tagged],
      total: 1,
      totals: { count: 1, property_count: 2, progress: 20 },
      next_cursor: null,
    });
    const user = open();
    const card = await screen.findByRole('article', { name: 'Houston infill' });
    expect(screen.getByText('2 properties · 20% progress on average')).toBeVisible();
    expect(card).toHaveTextContent('gulf, rail');
    expect(card).not.toHaveTextContent('Dana Fox');
    await user.click(screen.getByRole('button', { name: 'Fields' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Assigned To' }));
    await user.click(screen.getByRole('checkbox', { name: 'Site, acres' }));
    expect(card).toHaveTextContent('Assigned ToDana Fox');
    expect(card).toHaveTextContent('Site, acresfrom 5');
  });

  it('shows status with its word, progress, and the way to the map', async () => {
    answer('get', '/api/projects', two);
    open();
    const card = await screen.findByRole('article', { name: 'Reno logistics' });
    expect(within(card).getByText('Review')).toBeVisible();
    expect(within(card).getByText('80%')).toBeVisible();
    expect(within(card).getByRole('link', { name: 'Reno logistics' })).toHaveAttribute('href', '/map?project_id=p2');
  });

  it('is searched and filtered by the server', async () => {
    answer('get', '/api/projects', two);
    answer('get', '/api/get_project_filters', {
      statuses: ['active', 'on hold'],
      categories: ['Site Selection - Retail/General'],
      states: [{ statefp: '32', name: 'Nevada' }],
      tags: [],
    });
    const user = open();
    await screen.findByRole('article', { name: 'Houston infill' });
    const asked = answer('get', '/api/projects', { projects: [], total: 0, next_cursor: null });
    await user.type(screen.getByRole('searchbox', { name: 'Search projects' }), 'reno log');
    expect(await screen.findByText('No project matches the search and the filters.')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('0 projects');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    for (const [label, option] of [
      ['Status', 'On hold'],
      ['Type', 'Site Selection - Retail/General'],
      ['State', 'Nevada'],
    ] as const) {
      await user.click(await screen.findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    }
    await waitFor(() =>
      expect(asked.at(-1)).toBe('?q=reno%20log&status=on%20hold&category=Site%20Selection%20-%20Retail%2FGeneral&state=32&limit=100'),
    );
    answer('get', '/api/projects', two);
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByRole('article', { name: 'Houston infill' })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('says what to do when there are none', async () => {
    answer('get', '/api/projects', { projects: [] });
    const user = open();
    expect(await screen.findByText('No projects found')).toBeVisible();
    expect(screen.getByText('Get started by creating your first project')).toBeVisible();
    answer('get', '/api/states', []);
    await user.click(screen.getByRole('button', { name: 'Create Project' }));
    expect(await screen.findByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  });

  it('deletes a project once the person is sure', async () => {
    answer('get', '/api/projects', two);
    const asked = answer('post', '/api/delete_project', { success: true });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Menu of Houston infill' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(asked).toEqual([]);
    answer('get', '/api/projects', { projects: two.projects.slice(1) });
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Houston infill' })).not.toBeInTheDocument());
    expect(asked).toEqual([{ project_id: 'p1' }]);
    expect(screen.getByRole('link', { name: 'Reno logistics' })).toHaveFocus();
    const restored = answer('post', '/api/restore_project', { success: true });
    answer('get', '/api/projects', two);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('article', { name: 'Houston infill' })).toBeVisible();
    expect(restored).toEqual([{ project_id: 'p1' }]);
  });
});

describe('refreshing', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  it('asks every 5 s, at most 6 times after the first load', async () => {
    const asked = answer('get', '/api/projects', two);
    open();
    await screen.findByRole('article', { name: 'Houston infill' });
    expect(asked).toHaveLength(1);
    for (let poll = 1; poll <= 9; poll += 1) {
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      await waitFor(() => expect(asked).toHaveLength(1 + Math.min(poll, 6)));
    }
  });

  it('asks when the tab becomes visible', async () => {
    const asked = answer('get', '/api/projects', two);
    open();
    await screen.findByRole('article', { name: 'Houston infill' });
    const before = asked.length;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(asked.length).toBe(before + 1));
  });
});

describe('Create New Project', () => {
  async function openModal() {
    answer('get', '/api/projects', { projects: [] });
    answer('get', '/api/states', [
      { statefp: '06', name: 'California' },
      { statefp: '48', name: 'Texas' },
    ]);
    answer('get', '/api/counties', { counties: [{ countyfp: '201', name: 'Harris' }] });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'New Project' }));
    return { user, modal: await screen.findByRole('dialog', { name: 'Create New Project' }) };
  }

  async function choose(user: ReturnType<typeof userEvent.setup>, label: string, option: string) {
    await waitFor(() => expect(screen.getByRole('combobox', { name: label })).toBeEnabled());
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  }

  it('requires name, state and type', async () => {
    const { user, modal } = await openModal();
    await user.click(within(modal).getByRole('button', { name: 'Create Project' }));
    expect(await within(modal).findByRole('alert')).toHaveTextContent('Project name, state and type are required');
  });

  it('opens market and submarket only when there is something to choose, and sends what was chosen', async () => {
    const { user, modal } = await openModal();
    const markets = answer('get', '/api/markets', { markets: [{ market_id: 26420, market_name: 'Houston' }] });
    const submarkets = answer('get', '/api/submarkets', { submarkets: [{ submkt_id: 48201, sub_mkt_name: 'Harris County' }] });
    expect(screen.getByRole('combobox', { name: 'Market' })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: 'Submarket' })).toBeDisabled();
    await user.type(within(modal).getByLabelText(/Project Name/), 'Dock --test-url');
    await choose(user, 'State', 'Texas');
    await choose(user, 'Market', 'Houston');
    await choose(user, 'Submarket', 'Harris County');
    expect(markets).toEqual(['?state=48']);
    expect(submarkets).toEqual(['?mkt_id=26420']);
    const created = answer('post', '/api/create_project', { project_id: 'p9', message: 'ok' });
    await user.click(within(modal).getByRole('button', { name: 'Create Project' }));
    // Opens immediately, without the question about unsaved input.
    expect(await screen.findByText('another page')).toBeInTheDocument();
    expect(created).toMatchObject([
      { project_name: 'Dock', use_test_webhook: true, state: '48', market: 26420, submarket: 48201, county: null, status: 'active' },
    ]);
  });

  it('keeps the market closed where the state has none', async () => {
    const { user } = await openModal();
    answer('get', '/api/markets', { markets: [] });
    await choose(user, 'State', 'California');
    await waitFor(() => expect(screen.getByPlaceholderText('No markets in this state')).toBeDisabled());
  });

  it.each([
    ['the server’s message', { message: 'The name is taken.' }, 200, 'The name is taken.'],
    ['a sentence of its own', {}, 200, 'Failed to create project'],
    ['the refusal', { error: 'Choose a state.' }, 422, 'Choose a state.'],
  ])('shows %s when no project came of it', async (_, body, status, sentence) => {
    const { user, modal } = await openModal();
    answer('get', '/api/markets', { markets: [] });
    await user.type(within(modal).getByLabelText(/Project Name/), 'Dock');
    await choose(user, 'State', 'Texas');
    answer('post', '/api/create_project', body, status);
    await user.click(within(modal).getByRole('button', { name: 'Create Project' }));
    expect(await within(modal).findByText(sentence)).toBeVisible();
  });
});
