import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { featuresOf } from '../../../testing/fake-map';
import { renderScreen } from '../../../testing/render-screen';
import { savedFiles } from '../../../testing/saved-files';
import { answer } from '../../../testing/server';
import { MapPageContext, type MapPage } from '../map-page';
import { FiltersContext, type Filters } from '../filters/use-filters';
import { OnMapContent, OnMapProvider } from '../on-map';
import { viewPolygon } from '../criteria/run/area';
import type { Assemblage } from './api';
import { AssemblageView } from './assemblage-view';
import { siteColumns } from './site-columns';

const project = '00000000-0000-7000-8000-00000000000a';
const ids = ['1', '2', '3'].map((last) => `11111111-0000-5000-8000-00000000000${last}`);
const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 29.76],
      [west + 0.001, 29.76],
      [west + 0.001, 29.761],
      [west, 29.76],
    ],
  ],
});

function owner(name: string | null, parcels: string[], acres: number, parts: number) {
  const without = { acres_without: 13 - acres, parts_without: parts, frontage_without_m: 0 };
  return {
    owner: name,
    other_names: name === 'Alpha Land LLC' ? ['ALPHA LAND L.L.C.'] : [],
    ll_uuids: parcels,
    acres,
    is_hold_out: parts > 1,
    ...without,
  };
}

const site = {
  ll_uuids: ids,
  lots: 3,
  acres: 13,
  owners: [owner('Alpha Land LLC', [ids[0] ?? ''], 6, 1), owner('Gamma Trust', [ids[2] ?? ''], 6, 1), owner(null, [ids[1] ?? ''], 1, 2)],
  total_value: 900_000,
  without_value: 1,
  frontage_m: 250,
  inner_frontage_m: 0,
  streets: [{ street: 'Main St', metres: 250 }],
  is_corner: false,
  width_m: 100,
  envelope_m: [526, 100],
  compactness: 0.42,
  parts: 1,
  across_streets: false,
  in_project: 1,
  geometry: square(-95.37),
};

const found = {
  parcels: 400,
  discarded: 2,
  public: 30,
  blocks: 300,
  found: 7,
  is_proven: true,
  streets_known: true,
  assemblages: [site, { ...site, ll_uuids: ids.slice(1), geometry: square(-95.36) }],
};

beforeEach(() => {
  answer('post', '*/property_api/deals/of_parcels', { deals: [] });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
});

const criteria = {
  version: 1,
  gates: [{ fact: 'use_class', any_of: ['vacant', 'industrial'], unknown: 'list' }],
  wishes: [
    { fact: 'acres', weight: 30, curve: { kind: 'ramp', zero: 0, one: 20 }, neutral: 0.5 },
    { fact: 'site_owners', weight: 10, curve: { kind: 'ramp', zero: 4, one: 1 }, neutral: 0.5 },
  ],
};

/** What criteria say of a site. */
function judged(rank: number | null, score: number, certainty: number) {
  const wish = { kind: 'wish', unit: '', source: null, source_date: null, is_clamped: false };
  return {
    list: rank === null ? 'unknown' : 'ranked',
    rank,
    score,
    score_low: score - 12.5,
    score_high: score + 12.5,
    certainty,
    rank_best: rank,
    rank_worst: rank,
    reasons: [
      { ...wish, fact: 'acres', weight: 30, value: 13, v: 0.65, points: 48.8, known: true },
      { ...wish, fact: 'site_owners', weight: 10, value: null, v: null, points: 12.5, known: false },
    ],
    gates: [
      {
        index: 0,
        fact: 'use_class',
        outcome: 'pass',
        value: null,
        of_parcels: 'Vacant 92%, Industrial 8%',
        source: null,
        source_date: null,
      },
    ],
    changes: [],
  };
}

function open(filter?: string, wishes: readonly object[] = [], size?: object) {
  const gates: readonly object[] = size ? [...criteria.gates, { fact: 'acres', unknown: 'list', ...size }] : criteria.gates;
  answer('get', '*/api/project_criteria', {
    project_id: project,
    version: 1,
    criteria: { ...criteria, gates, wishes },
    presets: [],
    not_judged: [],
  });
  answer('get', '*/api/get_project_data', {
    project_data: {
      project_id: project,
      project_name: 'P',
      state: '48',
      state_name: 'Texas',
      county: '201',
      market: 26420,
      market_name: 'Houston',
    },
  });
  answer('get', '*/api/counties', { counties: [{ countyfp: '201', name: 'Harris' }] });
  const fitBounds = vi.fn();
  const view = { getWest: () => -95.4, getSouth: () => 29.7, getEast: () => -95.3, getNorth: () => 29.8 };
  const map = {
    current: { getBounds: () => view, getContainer: () => document.body, fitBounds, on: () => undefined, off: () => undefined },
  };
  const page = { projectId: project, map, openDrawer: () => undefined } as unknown as MapPage;
  renderScreen(
    <OnMapProvider>
      <MapPageContext value={page}>
        <FiltersContext value={{ text: filter } as unknown as Filters}>
          <AssemblageView />
        </FiltersContext>
      </MapPageContext>
      <OnMapContent />
    </OnMapProvider>,
  );
  return fitBounds;
}

const search = async () => userEvent.click(await screen.findByRole('button', { name: 'Find Sites' }));

async function chooseArea(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Area' }));
  await userEvent.click(await screen.findByRole('option', { name }));
}

it('of judged sites have the rank and the score of the first site of each parcel', () => {
  const [first, second] = [
    { ...site, ll_uuids: ids.slice(1), judged: judged(null, 61, 0.75) },
    { ...site, judged: judged(1, 70.5, 1) },
  ] as unknown as readonly Assemblage[];
  expect(siteColumns([second, first] as Assemblage[])).toEqual({
    parcels: ids,
    columns: { site: [1, 1, 1], rank: [1, 1, 1], score: [70.5, 70.5, 70.5] },
  });
  expect(siteColumns([first, second] as Assemblage[]).columns).toEqual({ site: [1, 1, 2], rank: [null, null, 1], score: [61, 61, 70.5] });
});

describe('assemblages', () => {
  it('are found in the view, and the answer says how sure it is', async () => {
    const asked = answer('post', '*/api-2/assemblage_searches', found);
    open();
    await userEvent.clear(await screen.findByLabelText('Least acres'));
    await userEvent.type(screen.getByLabelText('Least acres'), '12');
    await search();
    expect(await screen.findByText(/2 sites of 7/)).toBeVisible();
    expect(asked).toEqual([
      {
        area: viewPolygon([-95.4, 29.7, -95.3, 29.8]),
        min_acres: 12,
        max_owners: 3,
        max_parcels: 20,
        across_streets: true,
        project_id: project,
      },
    ]);
    expect(
      screen.getByText(/Among 400 parcels, without 30 of public bodies and 2 discarded. All combinations were considered./),
    ).toBeVisible();
    await waitFor(() => expect(featuresOf('assemblages')).toHaveLength(2));
  });

  it('are searched by county and by market, with the filter of the map unless told otherwise', async () => {
    const asked = answer('post', '*/api-2/assemblage_searches', found);
    open('ll_gisacre >= 2');
    await chooseArea('Harris (county)');
    await search();
    await waitFor(() => expect(asked).toHaveLength(1));
    await chooseArea('Houston (market)');
    await userEvent.click(screen.getByRole('checkbox', { name: "Only parcels that match the map's filter" }));
    await search();
    await waitFor(() => expect(asked).toHaveLength(2));
    const wanted = { min_acres: 10, max_owners: 3, max_parcels: 20, across_streets: true, project_id: project };
    expect(asked).toEqual([
      { county_fips: ['48201'], filter: 'll_gisacre >= 2', ...wanted },
      { market_id: 26420, ...wanted },
    ]);
  });

  it('show owners and hold-outs, and are added as one', async () => {
    answer('post', '*/api-2/assemblage_searches', { ...found, is_proven: false });
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 3 }, 201);
    const added = answer('post', '*/api/add_markers', { added: 2, already: 1, batch_id: null, message: '2 parcels were added.' });
    answer('get', '*/api/get_markers', { markers: [] });
    const fitBounds = open();
    await search();
    expect(await screen.findByText(/Best found, not proven/)).toBeVisible();
    const list = within(screen.getByRole('list', { name: 'Assemblages' }));
    await userEvent.click(list.getAllByRole('button')[0] as HTMLElement);
    expect(fitBounds).toHaveBeenCalledOnce();
    const owners = within(list.getByRole('list', { name: 'Owners' }));
    expect(owners.getByText('Owner not known')).toBeVisible();
    expect(owners.getByText(/Also written ALPHA LAND L.L.C\./)).toBeVisible();
    expect(owners.getByText('Potential hold-out')).toBeVisible();
    expect(owners.getByText(/Without it 12 acres in 2 parts/)).toBeVisible();
    await waitFor(() => expect(featuresOf('assemblages').filter(({ properties }) => properties?.['marked'] === true)).toHaveLength(1));
    const addAll = list.getByRole('button', { name: 'Add All 3' });
    await waitFor(() => expect(addAll).toBeEnabled());
    await userEvent.click(addAll);
    await waitFor(() => expect(added).toEqual([{ project_id: project, selection_id: 's' }]));
    // Of the project: what it discarded meanwhile is left out.
    expect(selected).toEqual([{ ll_uuids: ids, project_id: project }]);
    expect(await screen.findByText('2 parcels were added.')).toBeVisible();
  });

  it('say which of their parcels were discarded since, and add the others', async () => {
    answer('post', '*/api-2/assemblage_searches', found);
    answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [{ ll_uuid: ids[1], field: null, was: null }] });
    const discard = { ll_uuid: ids[1], reason: 'access', note: null, discarded_by: 'Ana Diaz', discarded_at: '2026-05-04T10:00:00Z' };
    const facts = { address: null, parcelnumb: '002' };
    answer('get', '*/api/project_parcels', { parcels: [], discarded: [{ ...discard, facts, changed: null }] });
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 2 }, 201);
    answer('post', '*/api/add_markers', { added: 2, already: 0, batch_id: null, message: '2 parcels were added.' });
    open();
    await search();
    const list = within(await screen.findByRole('list', { name: 'Assemblages' }));
    await userEvent.click((await list.findAllByRole('button'))[0] as HTMLElement);
    const discards = within(await list.findByRole('list', { name: 'Discarded parcels of the site' }));
    expect(await discards.findByText('Parcel 002')).toBeVisible();
    expect(discards.getByText('Discarded by Ana Diaz on May 4, 2026: Access')).toBeVisible();
    expect(discards.getByRole('button', { name: 'Undo Discard' })).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: 'Add All 2' }));
    await waitFor(() => expect(selected).toEqual([{ ll_uuids: [ids[0], ids[2]], project_id: project }]));
  });

  it('are judged and ranked by the criteria of the project, with the reasons of the chosen one', async () => {
    const counts = { parcels_failed: 40, fit: 6, listed_unknown: 1, low_certainty: 0, failed: 0, explanation: '6 of 7 fit' };
    const sites = [
      { ...site, judged: judged(1, 61.3, 0.75) },
      { ...site, ll_uuids: ids.slice(1), judged: judged(null, 40, 0.75) },
    ];
    const asked = answer('post', '*/api-2/assemblage_searches', { ...found, judged: counts, assemblages: sites });
    open(undefined, criteria.wishes);
    await search();
    await waitFor(() => expect(asked).toEqual([expect.objectContaining({ criteria })]));
    expect(await screen.findByText(/40 parcels fail a requirement\..* Of the sites 6 of 7 fit\./)).toBeVisible();
    const rows = within(screen.getByRole('list', { name: 'Assemblages' })).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/^1.*61\.3.*75% sure/);
    expect(rows[1]).toHaveTextContent(/^–.*40\.0.*Listed apart: a required fact is unknown/);
    await userEvent.click(within(rows[0] as HTMLElement).getByRole('button'));
    const wishes = within(screen.getByRole('list', { name: 'Points of each wish' }));
    expect(wishes.getByText('Owners of the site').parentElement).toHaveTextContent('Unknown');
    expect(within(screen.getByRole('list', { name: 'Requirements' })).getByText(/Land use: Vacant 92%, Industrial 8%/)).toBeVisible();
    expect(screen.getByText(/75% of the weight is on known facts: the score is between 48.8 and 73.8/)).toBeVisible();
  });

  it('are not judged if one does not want it', async () => {
    const asked = answer('post', '*/api-2/assemblage_searches', found);
    open(undefined, criteria.wishes);
    await userEvent.click(await screen.findByRole('checkbox', { name: "Judge and rank by the project's criteria" }));
    await search();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).not.toHaveProperty('criteria');
    expect(await screen.findByText(/2 sites of 7/)).toBeVisible();
    expect(screen.queryByText(/% sure/)).not.toBeInTheDocument();
  });

  it('are of the size that the project asks for, at first', async () => {
    const counts = { parcels_failed: 0, fit: 0, listed_unknown: 0, low_certainty: 0, failed: 0, explanation: '0 of 0 fit' };
    const asked = answer('post', '*/api-2/assemblage_searches', { ...found, found: 0, assemblages: [], judged: counts });
    open(undefined, criteria.wishes, { min: 0.25, max: 8 });
    const least = await screen.findByLabelText('Least acres');
    expect(least).toHaveValue('0.25');
    expect(screen.queryByText(/criteria allow/)).not.toBeInTheDocument();
    await userEvent.clear(least);
    await userEvent.type(least, '9');
    expect(screen.getByText("The project's criteria allow at most 8 acres: no such site fits.")).toBeVisible();
    await search();
    expect(await screen.findByText('No site found')).toBeVisible();
    expect(asked).toMatchObject([{ min_acres: 9 }]);
    expect(screen.queryByText(/Of the sites/)).not.toBeInTheDocument();
  });

  it('are of no more acres than the project allows, at first', async () => {
    open(undefined, [], { max: 5 });
    expect(await screen.findByLabelText('Least acres')).toHaveValue('5');
  });

  it('and what was asked for are there again after another view of the drawer', async () => {
    const asked = answer('post', '*/api-2/assemblage_searches', found);
    open(undefined, criteria.wishes);
    await chooseArea('Harris (county)');
    await userEvent.clear(screen.getByLabelText('Least acres'));
    await userEvent.type(screen.getByLabelText('Least acres'), '1.5');
    await userEvent.click(screen.getByRole('checkbox', { name: "Judge and rank by the project's criteria" }));
    await search();
    // Also if the answer comes while the other view is open.
    await waitFor(() => expect(asked).toHaveLength(1));
    cleanup();
    open(undefined, criteria.wishes);
    expect(await screen.findByText(/2 sites of 7/)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Area' })).toHaveValue('Harris (county)');
    expect(screen.getByLabelText('Least acres')).toHaveValue('1.5');
    expect(screen.getByRole('checkbox', { name: "Judge and rank by the project's criteria" })).not.toBeChecked();
    expect(asked).toHaveLength(1);
  });

  it('are kept and added as one site, which can be undone', async () => {
    answer('post', '*/api-2/assemblage_searches', found);
    const kept = answer('post', '*/api-2/sites', { site_id: 'the-site', parcel: { parcelnumb: '001 +2' }, land: null }, 201);
    const added = answer('post', '*/api/add_markers', { added: 1, already: 0, batch_id: 'b', message: '1 parcel was added.' });
    const undone = answer('post', '*/api/undo_add_markers', { removed: 1, message: '1 parcel was removed.' });
    answer('get', '*/api/get_markers', { markers: [] });
    open();
    await search();
    const list = within(await screen.findByRole('list', { name: 'Assemblages' }));
    await userEvent.click((await list.findAllByRole('button'))[0] as HTMLElement);
    await userEvent.click(list.getByRole('button', { name: 'Add as One Site' }));
    expect(await screen.findByText('Site 001 +2 was added to the project.')).toBeVisible();
    expect(kept).toEqual([{ ll_uuids: ids }]);
    expect(added).toEqual([{ project_id: project, ll_uuids: ['the-site'] }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual([{ batch_id: 'b' }]));
  });

  it('are exported, one or all', async () => {
    answer('post', '*/api-2/assemblage_searches', { ...found, assemblages: [{ ...site, ll_uuids: ids.slice(1) }, site] });
    const saved = savedFiles();
    const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 2, not_found: [] }, 201);
    open();
    await search();
    const list = within(await screen.findByRole('list', { name: 'Assemblages' }));
    await userEvent.click((await list.findAllByRole('button'))[0] as HTMLElement);
    await userEvent.click(list.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(saved).toEqual(['/api-2/parcel_selections/s/export.csv']));
    await userEvent.click(screen.getByRole('button', { name: 'Export All Sites' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    // A parcel of both sites once.
    expect(selected).toEqual([
      { ll_uuids: ids.slice(1) },
      { ll_uuids: [...ids.slice(1), ...ids.slice(0, 1)], columns: { site: [1, 1, 2] } },
    ]);
  });

  it('say why their parcels cannot be one site', async () => {
    answer('post', '*/api-2/assemblage_searches', found);
    const problem = { code: 'site.retired_parcel', error: 'The county no longer has: 001.' };
    answer('post', '*/api-2/sites', problem, 422);
    open();
    await search();
    const list = within(await screen.findByRole('list', { name: 'Assemblages' }));
    await userEvent.click((await list.findAllByRole('button'))[0] as HTMLElement);
    await userEvent.click(list.getByRole('button', { name: 'Add as One Site' }));
    expect(await screen.findByText('The county no longer has: 001.')).toBeVisible();
  });

  it('tell why there is no answer', async () => {
    const problem = {
      code: 'selection.too_large',
      error: '31,204 of 94,112 parcels of this area may be part of such a site, and at most 20,000 can be compared.',
    };
    answer('post', '*/api-2/assemblage_searches', problem, 422);
    open();
    await search();
    expect(await screen.findByRole('alert')).toHaveTextContent('31,204 of 94,112 parcels');
  });
});
