import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { container } from '../../../../testing/fake-map-places';
import { answer, server } from '../../../../testing/server';
import { tell } from '../../../../testing/stream';
import { criteria, json, openSearch, project, run, done, saved } from '../test/stage';
import type { Wish } from '../types';

beforeEach(() => {
  answer('get', '*/api-2/search_runs', { runs: [] });
});

const put = () => answer('put', '*/api/project_criteria', json({ ...saved, version: 4 }));

async function openRow(name: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

describe('the criteria of a project', () => {
  it('say what they ask, and how unknown facts are treated', async () => {
    const { drawer } = await openSearch();
    expect(await drawer.findByText('5 to 40 acres; unknown goes on a separate list')).toBeVisible();
    expect(drawer.getByText('Vacant or Industrial; unknown fails')).toBeVisible();
    expect(drawer.getByText('Outside flood zones; unknown passes')).toBeVisible();
    expect(drawer.getByText('full points at $50,000 an acre, none at $600,000 an acre')).toBeVisible();
    // Weights as their share.
    expect(drawer.getByLabelText('75% of all weights')).toBeVisible();
    expect(drawer.getByText('Clear height: no county publishes it.')).toBeVisible();
    // Nothing is changed, so nothing is to be saved.
    expect(drawer.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('are edited in the unit of the fact, and saved with the version that was edited', async () => {
    const sent = put();
    const { drawer } = await openSearch();
    await openRow(/^Site size/);
    const most = drawer.getByLabelText('At most');
    await userEvent.clear(most);
    await userEvent.type(most, '60');
    await openRow(/^Value per acre/);
    const one = drawer.getByLabelText('Full points at');
    await userEvent.clear(one);
    await userEvent.type(one, '80000');
    await openRow(/^Distance to a highway/);
    const half = drawer.getByLabelText('Half the points at');
    expect(half).toHaveValue('1 mi');
    await userEvent.clear(half);
    await userEvent.type(half, '0.5');
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      project_id: project,
      version: 3,
      criteria: {
        gates: [{ fact: 'acres', min: 5, max: 60 }, {}, {}],
        wishes: [{ curve: { zero: 600_000, one: 80_000 } }, { curve: { kind: 'half_life', h: 805 } }],
      },
    });
  });

  it('warn of wishes that ranked the parcels of the last search alike, and remove the lesser', async () => {
    const alike = [
      { first: 'value_per_acre', second: 'highway_m', correlation: 0.934 },
      { first: 'value_per_acre', second: 'years_held', correlation: 0.85 },
    ];
    answer('get', '*/api-2/search_runs', json({ runs: [{ ...done, state: 'failed' }, { ...done, alike }, done] }));
    const { drawer } = await openSearch();
    // Nobody asks for the years held any more.
    const notice = await drawer.findByRole('note', { name: 'Wishes that measure the same' });
    expect(notice).toHaveTextContent(/^Value per acre and Distance to a highway ranked .* \(rank correlation 0\.93\)/);
    await userEvent.click(within(notice).getByRole('button', { name: 'Remove Distance to a highway' }));
    expect(drawer.queryByLabelText('Weight of Distance to a highway, number')).toBeNull();
    expect(drawer.queryByRole('note')).toBeNull();
  });

  it('say where on a parcel its flood zone is judged', async () => {
    const { drawer } = await openSearch();
    expect(await drawer.findByText('Outside flood zones; unknown passes')).toBeVisible();
    const help = /^Judged at the parcel's inner point/;
    expect(drawer.queryByText(help)).toBeNull();
    await openRow(/^Flood/);
    expect(drawer.getByText(help)).toBeInTheDocument();
  });

  it('ask for the decade of growth, the earlier the better, of a simulation', async () => {
    answer('get', '*/api-2/growth_runs', { runs: [] });
    const sent = put();
    const { drawer } = await openSearch();
    await userEvent.click(await drawer.findByRole('button', { name: 'Add a requirement' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Decade of growth' }));
    expect(drawer.getByText('by the 2040s; unknown goes on a separate list')).toBeVisible();
    expect(drawer.getByText(/^When half of the land within 500 m is expected to be urban\./)).toBeInTheDocument();
    await userEvent.click(drawer.getByRole('combobox', { name: 'At most' }));
    await userEvent.click(await screen.findByRole('option', { name: '2030s' }));
    expect(drawer.getByText('by the 2030s; unknown goes on a separate list')).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: 'Add a wish' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Decade of growth' }));
    expect(drawer.getByText('full points at 2020s, none at 2060s')).toBeVisible();
    expect(await drawer.findByRole('combobox', { name: 'Growth simulation' })).toBeInTheDocument();
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const { criteria: stored } = sent[0] as typeof saved;
    expect(stored.gates.at(-1)).toMatchObject({ fact: 'growth_decade', max: 2030, unknown: 'list' });
    expect(stored.wishes.at(-1)).toMatchObject({ fact: 'growth_decade', curve: { kind: 'ramp', zero: 2060, one: 2020 } });
  });

  it('that ask for growth are judged by the newest simulation of the area, which is told beside the button', async () => {
    const simulation = (last: number, west: number) => ({
      run_id: `00000000-0000-7000-8000-0000000000b${last}`,
      name: `South ${last}`,
      state: 'succeeded',
      bbox: { west, south: -85, east: west + 360, north: 85 },
      finished_at: '2026-11-20T15:30:00Z',
      horizon_years: 24,
      layers: { name: 'Houston', start_year: 2021 },
      coefficients_source: 'given',
      self_modification: false,
    });
    answer('get', '*/api-2/growth_runs', json({ runs: [simulation(1, 170), simulation(2, -180), simulation(3, -180)] }));
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'queued', counts: null }));
    const started = answer('post', '*/api-2/search_runs', { run_id: run, state: 'queued' }, 202);
    const growth: Wish = { fact: 'growth_chance', weight: 20, curve: { kind: 'ramp', zero: 0, one: 1 }, neutral: 0.5 };
    const { drawer } = await openSearch('/', { ...saved, criteria: { ...criteria, wishes: [growth] } });
    const choice = await drawer.findByRole('combobox', { name: 'Growth simulation' });
    await waitFor(() => expect(choice).toHaveDisplayValue(/^South 2, 2021 to 2045 · Custom/));
    const button = drawer.getByRole('button', { name: 'Run Search' });
    expect(choice.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await userEvent.click(button);
    await waitFor(() => expect(started).toMatchObject([{ growth_run_id: '00000000-0000-7000-8000-0000000000b2' }]));
  });

  it('change weights by keyboard', async () => {
    const { drawer } = await openSearch();
    (await drawer.findByRole('slider', { name: 'Weight of Value per acre' })).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(drawer.getByLabelText('Weight of Value per acre, number')).toHaveValue('31');
    expect(drawer.getByLabelText('76% of all weights')).toBeVisible();
  });

  it('have a number that is emptied and typed anew', async () => {
    const { drawer } = await openSearch();
    const weight = await drawer.findByLabelText('Weight of Value per acre, number');
    await userEvent.clear(weight);
    expect(weight).toHaveValue('');
    await userEvent.type(weight, '45');
    expect(weight).toHaveValue('45');
    await openRow(/^Value per acre/);
    const points = drawer.getByLabelText('Points when it is unknown');
    await userEvent.clear(points);
    expect(points).toHaveValue('');
    await userEvent.tab();
    expect(points).toHaveValue('0%');
    await userEvent.clear(points);
    await userEvent.type(points, '25');
    expect(points).toHaveValue('25%');
    const sent = put();
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ criteria: { wishes: [{ weight: 45, neutral: 0.25 }, {}] } }]));
  });

  it('keep what is typed while they are being saved', async () => {
    const { drawer } = await openSearch();
    const weight = await drawer.findByLabelText('Weight of Value per acre, number');
    await userEvent.clear(weight);
    await userEvent.type(weight, '45');
    let answered: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      answered = resolve;
    });
    server.use(
      http.put('*/api/project_criteria', async ({ request }) => {
        const { criteria: stored } = (await request.clone().json()) as typeof saved;
        await waits;
        return HttpResponse.json({ ...saved, criteria: stored, version: 4 });
      }),
    );
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await userEvent.clear(weight);
    await userEvent.type(weight, '60');
    answered();
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Save' })).not.toHaveAttribute('data-loading'));
    expect(weight).toHaveValue('60');
    const sent = put();
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ version: 4, criteria: { wishes: [{ weight: 60 }, {}] } }]));
  });

  it('get and lose requirements and wishes', async () => {
    const sent = put();
    const { drawer } = await openSearch();
    await userEvent.click(await drawer.findByRole('button', { name: 'Add a requirement' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Slope' }));
    // Opened, to be set.
    expect(drawer.getByLabelText('At most')).toHaveValue('5%');
    await userEvent.click(drawer.getByRole('button', { name: 'Remove Flood' }));
    // Of the row that takes its place.
    expect(drawer.getByRole('button', { name: /^Slope/ })).toHaveFocus();
    await userEvent.click(drawer.getByRole('button', { name: 'Add a wish' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Absentee owner' }));
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const { criteria: stored } = sent[0] as typeof saved;
    expect(stored.gates.map(({ fact }) => fact)).toEqual(['acres', 'use_class', 'slope_percent']);
    expect(stored.wishes.at(-1)).toMatchObject({ fact: 'is_absentee', weight: 20, curve: { kind: 'flag', yes: 1, no: 0 } });
  });

  it('keep sites out of places: one that is drawn, a market, and a point with what is around it', async () => {
    const sent = put();
    document.body.append(container);
    const { drawer } = await openSearch();
    async function addPlace(): Promise<void> {
      await userEvent.click(await drawer.findByRole('button', { name: 'Add a requirement' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Place' }));
    }
    async function choosePlace(name: string): Promise<void> {
      await userEvent.click(drawer.getByRole('combobox', { name: 'Place' }));
      await userEvent.click(await screen.findByRole('option', { name }));
    }
    await addPlace();
    expect(drawer.getByText('No area is drawn yet.')).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: 'Draw' }));
    expect(await screen.findByRole('button', { name: 'Add Point' })).toHaveFocus();
    await userEvent.keyboard('{Enter}{ArrowRight}{Enter}{ArrowUp}{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await drawer.findByText('It is drawn on the map.')).toBeVisible();
    await userEvent.clear(drawer.getByLabelText('Name'));
    await userEvent.type(drawer.getByLabelText('Name'), 'Airport');
    await userEvent.type(drawer.getByLabelText('Also what is nearer than'), '0.5');
    expect(drawer.getByText('Not within 0.5 mi of Airport; unknown goes on a separate list')).toBeVisible();
    await addPlace();
    await choosePlace('North');
    await addPlace();
    // Of the map as the keys moved it.
    await choosePlace('The center of the map');
    expect(drawer.getByText('Not within 1 mi of Point; unknown goes on a separate list')).toBeVisible();
    // No wish is for a place.
    await userEvent.click(drawer.getByRole('button', { name: 'Add a wish' }));
    await screen.findByRole('menuitem', { name: 'Slope' });
    expect(screen.queryByRole('menuitem', { name: 'Place' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const { criteria: stored } = sent[0] as typeof saved;
    const places = stored.gates.filter(({ fact }) => fact === 'in_area');
    expect(places).toMatchObject([
      { is: false, unknown: 'list', area: { name: 'Airport', distance_m: 805, polygon: { type: 'Polygon' } } },
      { is: false, area: { name: 'North', submarket_id: 7, distance_m: 0 } },
      { is: false, area: { name: 'Point', point: [-95.3688, 29.7614], distance_m: 1609 } },
    ]);
    container.remove();
  }, 60_000);

  it('begin again with a preset, with the sizes of the project', async () => {
    const { drawer } = await openSearch();
    await userEvent.click(await drawer.findByRole('combobox', { name: 'Preset' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Office/General' }));
    expect(drawer.getByText('5 to 40 acres; unknown goes on a separate list')).toBeVisible();
    expect(drawer.getByText('Office; unknown goes on a separate list')).toBeVisible();
    expect(drawer.getByRole('slider', { name: 'Weight of Years held' })).toBeInTheDocument();
    await userEvent.click(drawer.getByRole('button', { name: 'Revert' }));
    expect(drawer.getByText('Vacant or Industrial; unknown fails')).toBeVisible();
  });

  it('show the errors of the server beside their fields', async () => {
    const errors = {
      'criteria.gates.0.max': 'The maximum is below the minimum.',
      'criteria.wishes.1.curve.h': 'Use a number above 0.',
      'criteria.wishes': 'At least one wish needs a weight above 0.',
    };
    answer('put', '*/api/project_criteria', { code: 'request.invalid', error: 'Invalid', errors }, 422);
    const { drawer } = await openSearch();
    await openRow(/^Site size/);
    await userEvent.type(drawer.getByLabelText('At most'), '{Backspace}');
    await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
    expect(await drawer.findByText('The maximum is below the minimum.')).toBeVisible();
    expect(drawer.getByLabelText('At most')).toBeInvalid();
    // The row with the other error opens.
    expect(await drawer.findByLabelText('Half the points at')).toBeInvalid();
    expect(drawer.getByText('At least one wish needs a weight above 0.')).toBeVisible();
  });

  it('survive another view of the drawer', async () => {
    const { drawer } = await openSearch();
    (await drawer.findByRole('slider', { name: 'Weight of Value per acre' })).focus();
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(drawer.getByRole('tab', { name: 'Parcels' }));
    expect(await drawer.findByText(/No parcels yet/)).toBeVisible();
    await userEvent.click(drawer.getByRole('tab', { name: 'Search' }));
    expect(await drawer.findByLabelText('Weight of Value per acre, number')).toHaveValue('31');
  });
});

describe('criteria that somebody else changed meanwhile', () => {
  const theirs = { ...saved, version: 5, updated_by: 'Ana Diaz', criteria: { ...criteria, gates: criteria.gates.slice(0, 1) } };

  async function overtaken() {
    const opened = await openSearch();
    (await opened.drawer.findByRole('slider', { name: 'Weight of Value per acre' })).focus();
    await userEvent.keyboard('{ArrowRight}');
    answer('put', '*/api/project_criteria', { code: 'criteria.changed', error: 'Changed', version: 5 }, 409);
    answer('get', '*/api/project_criteria', json(theirs));
    await userEvent.click(opened.drawer.getByRole('button', { name: 'Save' }));
    expect(await opened.drawer.findByText('Ana Diaz changed the criteria meanwhile.')).toBeVisible();
    return opened.drawer;
  }

  it('are taken', async () => {
    const drawer = await overtaken();
    await userEvent.click(drawer.getByRole('button', { name: 'Take Theirs' }));
    expect(drawer.queryByText('Vacant or Industrial; unknown fails')).toBeNull();
    expect(drawer.getByLabelText('Weight of Value per acre, number')).toHaveValue('30');
  });

  it('or replaced by mine', async () => {
    const drawer = await overtaken();
    const mine = { ...criteria, wishes: criteria.wishes.map((wish, index) => (index === 0 ? { ...wish, weight: 31 } : wish)) };
    const sent = answer('put', '*/api/project_criteria', json({ ...saved, version: 6, criteria: mine }));
    await userEvent.click(drawer.getByRole('button', { name: 'Keep Mine' }));
    await waitFor(() => expect(drawer.queryByRole('button', { name: 'Keep Mine' })).toBeNull());
    expect(sent[0]).toMatchObject({ version: 5, criteria: { wishes: [{ weight: 31 }, {}] } });
  });

  it('are followed at once where nothing was changed here', async () => {
    const { drawer } = await openSearch();
    expect(await drawer.findByText('Vacant or Industrial; unknown fails')).toBeVisible();
    answer('get', '*/api/project_criteria', json(theirs));
    tell('criteria.updated');
    await waitFor(() => expect(drawer.queryByText('Vacant or Industrial; unknown fails')).toBeNull());
  });
});

describe('a search', () => {
  it('looks in the county of the project, and saves the criteria first if nobody has', async () => {
    const stored = put();
    const started = answer('post', '*/api-2/search_runs', { run_id: run, state: 'queued' }, 202);
    answer('get', '*/api-2/search_runs', { runs: [] });
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'queued', total: null, counts: null }));
    const { drawer, router } = await openSearch('/', { ...saved, is_preset: true, version: 0, preset_of: 'Site Selection' });
    await userEvent.click(await drawer.findByRole('button', { name: 'Run Search' }));
    expect(await drawer.findByText('Waiting to start…')).toBeVisible();
    expect(stored).toMatchObject([{ version: 0 }]);
    expect(started).toMatchObject([
      { project_id: project, area: { county_fips: ['48201'] }, name: 'Harris County', criteria: { version: 1 } },
    ]);
    // A reload shows it again.
    expect(router.state.location.search).toBe(`?search=${run}`);
  });

  it('looks in what the map shows', async () => {
    const started = answer('post', '*/api-2/search_runs', { run_id: run, state: 'queued' }, 202);
    answer('get', '*/api-2/search_runs', { runs: [] });
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'queued' }));
    const { drawer } = await openSearch();
    await userEvent.click(await drawer.findByRole('combobox', { name: 'Area' }));
    await userEvent.click(await screen.findByRole('option', { name: 'What the map shows' }));
    await userEvent.click(drawer.getByRole('button', { name: 'Run Search' }));
    await waitFor(() => expect(started).toHaveLength(1));
    const { area } = started[0] as { area: { polygon: { coordinates: number[][][] } } };
    expect(area.polygon.coordinates[0]?.[0]).toEqual([-95.38, 29.75]);
    // The choice is there again after another view of the drawer.
    await userEvent.click(screen.getByRole('tab', { name: 'Parcels' }));
    await waitFor(() => expect(screen.queryByRole('radiogroup', { name: 'Part of the search' })).toBeNull());
    await userEvent.click(screen.getByRole('tab', { name: 'Search' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Criteria' }));
    expect(await drawer.findByRole('combobox', { name: 'Area' })).toHaveValue('What the map shows');
  });

  it('judges only what matches the filter of the map, unless told otherwise', async () => {
    answer('get', '*/api/saved_searches', { saved_searches: [] });
    answer('post', '*/api-2/parcel_counts', { counts: [], total: { count: 1, is_estimate: false } });
    answer('get', '*/api-2/parcel_selections/*', { count: 0, parcels: [] });
    const started = answer('post', '*/api-2/search_runs', { run_id: run, state: 'queued' }, 202);
    answer('get', '*/api-2/search_runs', { runs: [] });
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'queued' }));
    const { drawer } = await openSearch();
    expect(drawer.queryByRole('checkbox', { name: /filter/ })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Filters' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Acres' }, { timeout: 20_000 }));
    await userEvent.type(await screen.findByLabelText('At least'), '5{Enter}');
    await userEvent.click(screen.getByRole('tab', { name: 'Search' }));
    const only = await drawer.findByRole('checkbox', { name: "Only parcels that match the map's filter" });
    expect(only).toBeChecked();
    await userEvent.click(drawer.getByRole('button', { name: 'Run Search' }));
    await waitFor(() => expect(started).toMatchObject([{ filter: 'll_gisacre >= 5' }]));
  }, 60_000);

  it('asks for an area to be drawn, and ends that by Esc', async () => {
    const { drawer } = await openSearch();
    await userEvent.click(await drawer.findByRole('combobox', { name: 'Area' }));
    await userEvent.click(await screen.findByRole('option', { name: 'An area that I draw' }));
    expect(await drawer.findByText('Drag around the area on the map. Esc ends.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await drawer.findByText('No area is drawn yet.')).toBeVisible();
  });

  it('takes an area that is drawn with the keyboard', async () => {
    const started = answer('post', '*/api-2/search_runs', { run_id: run, state: 'queued' }, 202);
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'queued' }));
    document.body.append(container);
    const { drawer } = await openSearch();
    await userEvent.click(await drawer.findByRole('combobox', { name: 'Area' }));
    await userEvent.click(await screen.findByRole('option', { name: 'An area that I draw' }));
    expect(await screen.findByRole('button', { name: 'Add Point' })).toHaveFocus();
    await userEvent.keyboard('{Enter}{ArrowRight}{Enter}{ArrowUp}{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await drawer.findByText('The area is drawn on the map.')).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: 'Run Search' }));
    await waitFor(() => expect(started).toHaveLength(1));
    const { area } = started[0] as { area: { polygon: { coordinates: number[][][] } } };
    expect(area.polygon.coordinates[0]).toHaveLength(4);
    container.remove();
  });

  it('that is refused says why', async () => {
    answer('post', '*/api-2/search_runs', { code: 'search_run.too_many', error: 'Ten searches of your firm are under way.' }, 429);
    const { drawer } = await openSearch();
    await userEvent.click(await drawer.findByRole('button', { name: 'Run Search' }));
    expect(within(await drawer.findByRole('alert')).getByText('Ten searches of your firm are under way.')).toBeVisible();
  });
});
