import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastMove, zoomTo } from '../../../../testing/fake-map';
import { savedFiles } from '../../../../testing/saved-files';
import { answer } from '../../../../testing/server';
import { tellSearch } from '../../../../testing/stream';
import { unknownLand } from '../../test/unknown-land';
import { answerRun, done, earlier, idOf, json, openSearch, project, result, run } from '../test/stage';

const at = `/?search=${run}`;
const selection = '00000000-0000-7000-8000-00000000000b';
const batch = '00000000-0000-7000-8000-00000000000c';
const parcel = {
  flood: { in_flood_zone: null, zone: null, class: null, from: null },
  land: unknownLand,
  parcelnumb: '00101',
  address: '1 Navigation Blvd',
  ll_uuid: idOf(1),
  county_fips: '48201',
  ll_gisacre: 2,
  lon: -95.369,
  lat: 29.76,
  geometry: null,
  units: [],
  source: 'Test County',
  source_licence: 'CC0',
  fetched_at: '2026-11-21T15:30:00Z',
  is_sample: false,
};
const three = [result(1), result(2), result(3)];
const unknown = [result(9, { rank: null, address: '9 Clinton Dr' })];
const moved = { acres: 12.5, wish: null };

beforeEach(() => {
  answer('get', '*/api-2/search_runs', { runs: [] });
  // The inspected parcel.
  answer('get', '*/api-2/parcels/*', { code: 'parcel.not_found', error: 'No' }, 404);
  answer('get', `*/api-2/search_runs/${run}/results/*`, json({ list: 'ranked', is_judged_now: false, result: result(1), site: null }));
});

const row = (rank: number) => screen.findByRole('button', { name: new RegExp(`^${rank} ?${rank} Navigation Blvd`) });
/** Best first; the map has the best last, on top. */
const markers = () => screen.getAllByTestId('rank-marker').reverse();

describe('a search under way', () => {
  it('says how far it is, and is cancelled', async () => {
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'running', judged: 20_000, counts: null }));
    const cancelled = answer('post', `*/api-2/search_runs/${run}/cancel`, json({ ...done, state: 'cancelled' }));
    const { drawer } = await openSearch(at);
    expect(await drawer.findByText('20,000 of 94,112 parcels judged')).toBeVisible();
    tellSearch(json({ ...done, state: 'running', judged: 60_000, counts: null }));
    expect(await drawer.findByText('60,000 of 94,112 parcels judged')).toBeVisible();
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'cancelled', counts: null }));
    await userEvent.click(drawer.getByRole('button', { name: 'Cancel' }));
    expect(await drawer.findByText('This search was cancelled.')).toBeVisible();
    expect(cancelled).toHaveLength(1);
    await userEvent.click(drawer.getByRole('button', { name: 'Back to the Criteria' }));
    expect(await drawer.findByRole('button', { name: 'Run Search' })).toBeVisible();
  });

  it('says why it failed', async () => {
    answer('get', `*/api-2/search_runs/${run}`, json({ ...done, state: 'failed', error: 'The data was replaced twice.', counts: null }));
    const { drawer } = await openSearch(at);
    expect(await drawer.findByText('The data was replaced twice.')).toBeVisible();
  });
});

describe('wishes of which nothing is known in the area', () => {
  const none = { judged: 94_112, of_area: null, fit: 0, listed_unknown: 0, low_certainty: 5, failed: 94_107, discarded: 2, in_project: 1 };

  it('are left out of the criteria on request, where they leave nothing ranked', async () => {
    answerRun(
      { uncertain: [result(9, { rank: null, address: '9 Clinton Dr' })] },
      { ...done, counts: none, explanation: '0 of 94,112 fit.' },
    );
    const { drawer } = await openSearch(at);
    expect(await drawer.findByRole('tab', { name: 'Low certainty 5' })).toHaveAttribute('aria-selected', 'true');
    expect(drawer.getByText('None is ranked, because less than half of the weight is on known facts.')).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: 'Leave Out This Wish' }));
    expect(await drawer.findByRole('button', { name: 'Run Search' })).toBeVisible();
    expect(drawer.getByText('Value per acre')).toBeVisible();
    expect(drawer.queryByText(/highway/i)).not.toBeInTheDocument();
    expect(JSON.parse(sessionStorage.getItem(`criteria_draft:${project}`) ?? '')).toMatchObject({
      criteria: { gates: done.criteria.gates, wishes: [done.criteria.wishes[0]] },
      base: { version: 3 },
    });
  });
});

describe('a layer that was not there for all parcels', () => {
  const layer = { fact: 'in_flood_zone', source: 'FEMA', mapped: 58_400, cells: 1080, loaded: 312, waiting: 768, error: null } as const;

  it.each([
    [{}, 'They are being loaded from FEMA. Run the search again in some minutes.'],
    [
      { error: 'it responded with status 502' },
      'They are being loaded from FEMA. One could not be loaded: it responded with status 502. Run the search again in some minutes.',
    ],
    [{ loaded: 1080, waiting: 0 }, 'They have been loaded since from FEMA. Run the search again to use them.'],
    [{ waiting: 0 }, 'They are not all loaded from FEMA. Run the search again to go on.'],
  ])('is said with what to do: %j', async (change, sentence) => {
    const loading = { ...layer, ...change };
    answerRun({ ranked: three }, { ...done, loading: [loading] });
    const { drawer } = await openSearch(at);
    expect(await drawer.findByText(sentence)).toBeVisible();
    expect(drawer.getByText(/were there for 62% of the parcels/)).toBeVisible();
    if (loading.waiting > 0) {
      expect(drawer.getByText('312 of 1,080 squares of 2 km')).toBeVisible();
      expect(drawer.queryByRole('button', { name: 'Back to the Criteria' })).not.toBeInTheDocument();
    } else {
      expect(drawer.getByRole('button', { name: 'Back to the Criteria' })).toBeVisible();
    }
  });
});

describe('the map, when a search that was started here ended,', () => {
  const away = (west: number) => three.map((each) => ({ ...each, lon: each.lon - west }));
  const box = (west: number): object => ({ bounds: [-95.369, 29.76, -95.367, 29.76].map((side, at) => (at % 2 ? side : side - west)) });

  async function start(results: typeof three, zoom = 12): Promise<unknown> {
    answer('post', '*/api-2/search_runs', { run_id: run, state: 'queued' }, 202);
    answerRun({ ranked: results });
    const { drawer } = await openSearch();
    const before = lastMove();
    zoomTo(zoom);
    await userEvent.click(await drawer.findByRole('button', { name: 'Run Search' }));
    await row(1);
    return before;
  }

  it('shows the results if none is in view, once', async () => {
    const before = await start(away(2));
    await waitFor(() => expect(lastMove()).toMatchObject(box(2)));
    const fitted = lastMove();
    expect(fitted).not.toBe(before);
    await userEvent.click(screen.getByRole('radio', { name: 'Criteria' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Results' }));
    await row(1);
    expect(lastMove()).toBe(fitted);
  });

  it('shows them if the whole country is in view', async () => {
    await start(three, 4);
    await waitFor(() => expect(lastMove()).toMatchObject(box(0)));
  });

  it('stays if some are in view', async () => {
    const before = await start([result(1), ...away(2).slice(1)]);
    expect(lastMove()).toBe(before);
  });

  it('stays if the search is an earlier one', async () => {
    answerRun({ ranked: away(2) });
    await openSearch(at);
    const before = lastMove();
    await row(1);
    expect(lastMove()).toBe(before);
  });
});

describe('the results', () => {
  it('are ranked with score and certainty, numbered on the map, and say why', async () => {
    answerRun({ ranked: three });
    const { drawer } = await openSearch(at);
    const first = await row(1);
    expect(first).toHaveTextContent('12.5 acres · Vega Holdings LLC');
    expect(first).toHaveTextContent('89.0');
    expect(first).toHaveTextContent('75% sure');
    expect(markers().map(({ textContent }) => textContent)).toEqual(['1', '2', '3']);
    await userEvent.click(first);
    const bars = within(drawer.getByRole('list', { name: 'Points of each wish' }));
    expect(bars.getByText('$80,000 an acre')).toBeVisible();
    expect(bars.getByText('70.9 of 75.0')).toBeVisible();
    // Unknown, not zero.
    expect(bars.getByText('12.5 of 25.0')).toBeVisible();
    expect(bars.getByText('Unknown')).toBeVisible();
    expect(drawer.getByText('Rank 1 to 3 when each weight moves by up to 20%.')).toBeVisible();
    expect(drawer.getByText('75% of the weight is on known facts: the score is between 80.0 and 95.0.')).toBeVisible();
    expect(drawer.getByText('Value per acre: $60,000 an acre or less: level with rank 1')).toBeVisible();
  });

  it('and the map follow each other', async () => {
    answerRun({ ranked: three });
    await openSearch(at);
    await userEvent.hover(await row(2));
    await waitFor(() => expect(markers()[1]).toHaveAttribute('data-marked'));
    fireEvent.mouseEnter(markers()[2] as HTMLElement);
    await waitFor(() => expect(screen.getByText('3 Navigation Blvd').closest('li')).toHaveAttribute('data-hovered'));
    fireEvent.click(markers()[2] as HTMLElement);
    expect(await screen.findByRole('region', { name: 'Inspected parcel' })).toBeInTheDocument();
    expect(screen.getByText('3 Navigation Blvd').closest('li')).toHaveAttribute('aria-current', 'true');
    expect(await row(3)).toHaveAttribute('aria-expanded', 'true');
    // The arrow keys go from row to row.
    (await row(3)).focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(await row(2)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await row(2)).toHaveAttribute('aria-expanded', 'true');
  });

  it('say which requirement left how many, what is missing, and on which data', async () => {
    answerRun(
      { ranked: [] },
      { ...done, explanation: '0 of 94,112 fit: site size alone leaves 12', counts: { ...done.counts, fit: 0 } as never },
    );
    const { drawer } = await openSearch(at);
    expect(await drawer.findByText('0 of 94,112 fit: site size alone leaves 12')).toBeVisible();
    expect(drawer.getByText(/No highways are loaded\./)).toBeVisible();
    // Open, because nothing fits.
    const table = within(drawer.getByRole('table', { name: 'What the requirements did' }));
    const size = table.getByRole('row', { name: /^Site size/ });
    expect(
      within(size)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['90,000', '12', '4', '7']);
    expect(drawer.getByText(/Harris County Appraisal District, Oct 1, 2026/)).toBeVisible();
    expect(await drawer.findByText('No parcel fits. Loosen a requirement, or search a larger area.')).toBeVisible();
  });

  it('say of how many parcels those are that match the filter', async () => {
    const counts = { ...done.counts, judged: 1_200, of_area: 94_112 } as never;
    answerRun({ ranked: [result(1)] }, { ...done, filter: "use_class = 'vacant'", counts });
    const { drawer } = await openSearch(at);
    expect(await drawer.findByText(/^1,200 judged of 94,112, which match the filter, /)).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: 'Details' }));
    expect(await drawer.findByText("Filter: use_class = 'vacant'")).toBeVisible();
  });

  it('with unknown facts are a list of their own', async () => {
    answerRun({ ranked: three, unknown });
    const { drawer } = await openSearch(at);
    await userEvent.click(await drawer.findByRole('tab', { name: 'Unknown facts 1' }));
    expect(await drawer.findByText('9 Clinton Dr')).toBeVisible();
    expect(drawer.queryByText('1 Navigation Blvd')).toBeNull();
  });

  it('are added by the best so many, and undone', async () => {
    answerRun({ ranked: three });
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 3 }, 201);
    const message = '3 parcels were added to P.';
    const added = answer('post', '*/api/add_markers', { added: 3, already: 0, not_found: [], batch_id: batch, message });
    const undone = answer('post', '*/api/undo_add_markers', { removed: 3, message: '' });
    const { drawer } = await openSearch(at);
    const top = await drawer.findByLabelText('How many of the best to add');
    await userEvent.clear(top);
    await userEvent.type(top, '40');
    // There are only three.
    await userEvent.click(drawer.getByRole('button', { name: 'Add Best 3' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(selected).toEqual([{ search_run_id: run, top: 3, project_id: project }]);
    expect(added).toEqual([{ project_id: project, selection_id: selection }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ batch_id: batch }]));
  });

  it('are saved as a file of the list that is shown', async () => {
    answerRun({ ranked: three, unknown });
    const saved = savedFiles();
    const { drawer } = await openSearch(at);
    await userEvent.click(await drawer.findByRole('tab', { name: 'Unknown facts 1' }));
    await drawer.findByText('9 Clinton Dr');
    await userEvent.click(drawer.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(saved).toEqual([`/api-2/search_runs/${run}/results.csv?list=unknown`]);
  });

  it('are saved as a map of the list that is shown', async () => {
    answerRun({ ranked: three, unknown }, { ...done, filter: "growth_run_id = 'g' AND growth_chance >= 0.5" });
    const saved = savedFiles();
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 1, not_found: [] }, 201);
    const { drawer } = await openSearch(at);
    await row(1);
    await userEvent.click(drawer.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'GeoPackage' }));
    await waitFor(() => expect(saved).toEqual([`/api-2/parcel_selections/${selection}/export.gpkg?growth_run_id=g`]));
    await userEvent.click(drawer.getByRole('tab', { name: 'Unknown facts 1' }));
    await drawer.findByText('9 Clinton Dr');
    await userEvent.click(drawer.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Google Earth (KML)' }));
    await waitFor(() => expect(saved[1]).toBe(`/api-2/parcel_selections/${selection}/export.kml?growth_run_id=g`));
    expect(selected).toEqual([
      { ll_uuids: [1, 2, 3].map(idOf), columns: { rank: [1, 2, 3], score: [89, 88, 87] }, project_id: project },
      { ll_uuids: [idOf(9)], columns: { score: [81] }, project_id: project },
    ]);
  });

  it('that are selected are added', async () => {
    answerRun({ ranked: three });
    const added = answer('post', '*/api/add_markers', { added: 2, already: 0, not_found: [], batch_id: batch, message: 'Added.' });
    const { drawer } = await openSearch(at);
    await userEvent.click(await drawer.findByLabelText('Select 1 Navigation Blvd'));
    await userEvent.click(drawer.getByLabelText('Select 3 Navigation Blvd'));
    answer('get', '*/api/reviewed_parcels', { in_project: [idOf(1), idOf(3)], discarded: [] });
    await userEvent.click(drawer.getByRole('button', { name: 'Add 2 Selected' }));
    await waitFor(() => expect(added).toEqual([{ project_id: project, ll_uuids: [idOf(1), idOf(3)] }]));
    // Added ones are marked and cannot be added again.
    await waitFor(() => expect(drawer.getByLabelText('Select 1 Navigation Blvd')).toBeDisabled());
  });

  it('that are discarded leave the list', async () => {
    answerRun({ ranked: three });
    const discarded = answer('post', '*/api/discard_parcels', { discarded: 1, in_project: 0, not_found: [] });
    const { drawer } = await openSearch(at);
    await userEvent.click(await row(2));
    await userEvent.click(drawer.getByRole('button', { name: 'Discard…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard Parcel' }));
    await userEvent.click(dialog.getByLabelText('Flood'));
    answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [{ ll_uuid: idOf(2) }] });
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(drawer.queryByText('2 Navigation Blvd')).toBeNull());
    expect(discarded).toMatchObject([{ ll_uuids: [idOf(2)], reason: 'flood' }]);
    expect(markers()).toHaveLength(2);
  });
});

describe('the runs', () => {
  const [wish, ...others] = done.criteria.wishes;
  const lighter = { ...done.criteria, wishes: [{ ...wish, weight: 20 }, ...others] };
  const before = { ...done, run_id: earlier, name: 'Fort Bend County', criteria: lighter, created_at: '2026-11-20T10:00:00Z' };

  it('are listed, shown and compared', async () => {
    answer('get', '*/api-2/search_runs', json({ runs: [done, before] }));
    answerRun({ ranked: three });
    const moves = [
      {
        ...moved,
        ll_uuid: idOf(1),
        address: '1 Navigation Blvd',
        parcelnumb: '1',
        rank_before: 4,
        rank_after: 1,
        by_criteria: 2,
        by_data: 1,
        wish: { fact: 'value_per_acre', points_before: 50, points_after: 70.9 },
      },
      {
        ...moved,
        ll_uuid: idOf(2),
        address: null,
        parcelnumb: '00102',
        rank_before: null,
        rank_after: 2,
        by_criteria: null,
        by_data: null,
      },
    ];
    answer('get', `*/api-2/search_runs/${earlier}`, json(before));
    const asked = answer(
      'get',
      `*/api-2/search_runs/${run}/compare`,
      json({ same_criteria: false, same_area: true, same_filter: true, same_data: false, is_split: true, moves }),
    );
    const { drawer, router } = await openSearch(at);
    await userEvent.click(await drawer.findByText('Runs'));
    expect(await drawer.findByRole('button', { name: /^Harris County ?3 fit of 94,112/ })).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: /^Compare with the search/ }));
    expect(await drawer.findByText('Criteria and data changed.')).toBeVisible();
    expect(asked).toEqual([`?with=${earlier}&limit=100`]);
    expect(drawer.getByText('12.5 acres · up 3: +2 by criteria, +1 by data')).toBeVisible();
    expect(drawer.getByText('Value per acre: 50.0 → 70.9 points')).toBeVisible();
    expect(drawer.getByText('12.5 acres · new in the list')).toBeVisible();
    const differences = within(await drawer.findByRole('list', { name: 'What differs' }));
    expect(differences.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Weight of Value per acre: 20 → 30',
      'Facts of parcels, layers or discards: As they were → Changed',
    ]);
    expect(drawer.getByText(/^Since Fort Bend County, Nov 20, 2026, .*: now Harris County, Nov 24, 2026, /)).toBeVisible();
    expect(router.state.location.search).toBe(`?search=${run}&beside=${earlier}`);
    const saved = savedFiles();
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: selection, count: 2, not_found: [] }, 201);
    await userEvent.click(drawer.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'GeoJSON' }));
    await waitFor(() => expect(saved).toEqual([`/api-2/parcel_selections/${selection}/export.geojson`]));
    expect(selected).toEqual([{ ll_uuids: [idOf(1), idOf(2)] }]);
    await userEvent.click(drawer.getByRole('button', { name: 'End Comparing' }));
    expect(await row(1)).toBeVisible();
    expect(drawer.getByRole('group', { name: 'Results of the search' })).toHaveFocus();
  });

  it('are compared in the order in which they were made, whichever is shown', async () => {
    answer('get', '*/api-2/search_runs', json({ runs: [done, before] }));
    answerRun({ ranked: three });
    answer('get', `*/api-2/search_runs/${earlier}`, json(before));
    const asked = answer(
      'get',
      `*/api-2/search_runs/${run}/compare`,
      json({ same_criteria: true, same_area: true, same_filter: true, same_data: true, is_split: true, moves: [] }),
    );
    const { drawer, router } = await openSearch(`/?search=${earlier}`);
    await userEvent.click(await drawer.findByText('Runs'));
    await userEvent.click(await drawer.findByRole('button', { name: /^Compare with the search of Nov 24, 2026/ }));
    await waitFor(() => expect(asked).toEqual([`?with=${earlier}&limit=100`]));
    expect(router.state.location.search).toBe(`?search=${run}&beside=${earlier}`);
  });

  it('of different areas say so, and not what moved a parcel', async () => {
    answer('get', '*/api-2/search_runs', json({ runs: [done, before] }));
    answerRun({ ranked: three });
    const moves = [
      {
        ...moved,
        ll_uuid: idOf(1),
        address: '1 Navigation Blvd',
        parcelnumb: '1',
        rank_before: 4,
        rank_after: 1,
        by_criteria: null,
        by_data: null,
      },
    ];
    answer('get', `*/api-2/search_runs/${earlier}`, json(before));
    answer(
      'get',
      `*/api-2/search_runs/${run}/compare`,
      json({ same_criteria: true, same_area: false, same_filter: true, same_data: false, is_split: false, moves }),
    );
    const { drawer } = await openSearch(at);
    await userEvent.click(await drawer.findByText('Runs'));
    await userEvent.click(await drawer.findByRole('button', { name: /^Compare with the search/ }));
    expect(await drawer.findByText(/^The searches have different areas, or the outline of their area changed/)).toBeVisible();
    expect(drawer.queryByText(/The data changed/)).toBeNull();
    expect(drawer.getByText('12.5 acres · up 3')).toBeVisible();
  });

  it('that cannot be loaded say so', async () => {
    answer('get', '*/api-2/search_runs', { code: 'server.internal', error: 'No' }, 500);
    answerRun({ ranked: three });
    const { drawer } = await openSearch(at);
    await userEvent.click(await drawer.findByText('Runs'));
    expect(await drawer.findByText('The searches could not be loaded.')).toBeVisible();
  });
});

describe('a site of the project', () => {
  const kept = '22222222-0000-5000-8000-000000000001';
  const marker = (ll_uuid: string, parcelnumb: string) => ({
    id: Number(ll_uuid.slice(-1)),
    geojson: { type: 'Feature', geometry: { type: 'Point', coordinates: [-95.37, 29.76] }, properties: { ll_uuid, parcelnumb } },
  });

  it('is judged as one, with the rank that it would have, in the results and in its panel', async () => {
    answerRun({ ranked: three });
    const asOne = result(1, { ll_uuid: kept, rank: null, address: '9 Elm St', score: 71, rank_best: 2, rank_worst: 3 });
    const site = { parcels: 4, rank: 2, of: 4, is_worst_at_least: false };
    const asked = answer('get', `*/api-2/search_runs/${run}/results/*`, json({ list: 'ranked', is_judged_now: true, result: asOne, site }));
    answer('get', '*/api-2/parcels/*', { ...parcel, ll_uuid: kept });
    const { drawer } = await openSearch(at, undefined, [marker(kept, '00109 +3'), marker(idOf(2), '00102')]);
    const sites = within(await drawer.findByRole('list', { name: 'Sites of the project' }));
    expect(sites.getByRole('listitem')).toHaveTextContent('9 Elm St12.5 acres · 4 parcels · would be rank 2 of 471.0');
    // A parcel of the project is judged by the run itself.
    expect(asked).toHaveLength(1);
    await userEvent.click(sites.getByRole('button'));
    const panel = within(await screen.findByRole('region', { name: 'In the search' }));
    expect(await panel.findByText(/^Score 71\.0, would be rank 2 of 4 in the run of Nov 24, 2026\./)).toBeVisible();
    expect(panel.getByText('Its 4 parcels are judged as one, by what is known today.', { exact: false })).toBeVisible();
    // No row of the list says why.
    expect(panel.getByRole('list', { name: 'Points of each wish' })).toBeVisible();
    expect(panel.getByText('Rank 2 to 3 when each weight moves by up to 20%.')).toBeVisible();
    expect(panel.getByText('What would change its rank')).toBeVisible();
  });

  it('that is not wholly in the area of the search is counted', async () => {
    answerRun({ ranked: three });
    answer('get', `*/api-2/search_runs/${run}/results/*`, { code: 'search_run.parcel_not_found', error: 'No' }, 404);
    const { drawer } = await openSearch(at, undefined, [marker(kept, '00109 +3 (2)')]);
    expect(await drawer.findByText('1 site not wholly in the area of the search.')).toBeVisible();
    expect(drawer.queryByRole('list', { name: 'Sites of the project' })).toBeNull();
  });
});

describe('the panel of a parcel', () => {
  it('says which requirement it failed in the search that is shown', async () => {
    answerRun({ ranked: three });
    const failed = result(1, {
      rank: null,
      rank_best: null,
      rank_worst: null,
      gates: [{ index: 0, fact: 'acres', outcome: 'fail', value: 2, source: null, source_date: null }],
      changes: [{ kind: 'gate', fact: 'acres', needed: 5, rank: null, sentence: 'Site size: at least 5 acres' }],
    });
    answer('get', `*/api-2/search_runs/${run}/results/*`, json({ list: null, is_judged_now: true, result: failed, site: null }));
    answer('get', '*/api-2/parcels/*', parcel);
    await openSearch(at);
    await userEvent.click(await row(1));
    const section = within(await screen.findByRole('region', { name: 'In the search' }));
    expect(await section.findByText(/^Not in a list: it fails a requirement\./)).toBeVisible();
    expect(section.getByText('Judged by what is known today.', { exact: false })).toBeVisible();
    const failures = within(section.getByRole('list', { name: 'Requirements' }));
    expect(failures.getByLabelText('Failed')).toBeInTheDocument();
    expect(failures.getByRole('listitem')).toHaveTextContent('Site size: 2 acres (asked: 5 to 40 acres)');
    expect(section.getByText('Site size: at least 5 acres')).toBeVisible();
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    const listening = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...listening, matches: media.includes('max-width') }) as never);
  });

  it('the panel of a parcel covers the lists, which are as they were when it closes', async () => {
    answerRun({ ranked: three, unknown: [...unknown, result(8, { rank: null, address: '8 Clinton Dr' })] });
    answer('get', '*/api-2/parcels/*', parcel);
    await openSearch(at);
    const lists = screen.getByRole('region', { name: 'Lists' });
    await userEvent.click(await screen.findByRole('tab', { name: 'Unknown facts 1' }));
    await userEvent.click(await screen.findByRole('button', { name: /8 Clinton Dr/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Show on Map' }));
    const panel = await screen.findByRole('region', { name: 'Inspected parcel' });
    expect(lists).not.toBeVisible();
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    expect(lists).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Unknown facts 1' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('button', { name: /8 Clinton Dr/ })).toHaveAttribute('aria-expanded', 'true');
    // The tool of the lists brings them back as well.
    await userEvent.click(screen.getByRole('button', { name: 'Show on Map' }));
    await screen.findByRole('region', { name: 'Inspected parcel' });
    await userEvent.click(screen.getByRole('button', { name: 'Lists beside the map' }));
    expect(screen.queryByRole('region', { name: 'Inspected parcel' })).toBeNull();
    expect(lists).toBeVisible();
  });
});
