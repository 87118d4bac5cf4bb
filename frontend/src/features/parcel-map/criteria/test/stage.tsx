import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderScreen } from '../../../../testing/render-screen';
import { answer, server } from '../../../../testing/server';
import { MapScreen } from '../../test/loaded-map-screen';
import type { Criteria, ProjectCriteria, SearchResult, SearchRun } from '../types';

export const project = '00000000-0000-7000-8000-00000000000a';
export const run = '00000000-0000-7000-8000-0000000000aa';
export const earlier = '00000000-0000-7000-8000-0000000000ab';
export const idOf = (rank: number) => `11111111-0000-5000-8000-${String(rank).padStart(12, '0')}`;

export const criteria: Criteria = {
  version: 1,
  gates: [
    { fact: 'acres', min: 5, max: 40, unknown: 'list' },
    { fact: 'use_class', any_of: ['vacant', 'industrial'], unknown: 'fail' },
    { fact: 'in_flood_zone', is: false, unknown: 'pass' },
  ],
  wishes: [
    { fact: 'value_per_acre', weight: 30, curve: { kind: 'ramp', zero: 600_000, one: 50_000 }, neutral: 0.5 },
    { fact: 'highway_m', weight: 10, curve: { kind: 'half_life', h: 1609.344 }, neutral: 0.5 },
  ],
};

const office: Criteria = {
  version: 1,
  gates: [
    { fact: 'acres', min: 1, max: 20, unknown: 'list' },
    { fact: 'use_class', any_of: ['office'], unknown: 'list' },
  ],
  wishes: [{ fact: 'years_held', weight: 20, curve: { kind: 'ramp', zero: 0, one: 20 }, neutral: 0.5 }],
};

export const saved: ProjectCriteria = {
  project_id: project,
  criteria,
  is_preset: false,
  preset_of: null,
  updated_at: '2026-11-24T10:00:00Z',
  updated_by: 'Maya Chen',
  version: 3,
  presets: [{ category: 'Site Selection - Office/General', criteria: office }],
  not_judged: [{ field: 'clear_height', reason: 'Clear height: no county publishes it.' }],
};

export const done: SearchRun = {
  run_id: run,
  project_id: project,
  name: 'Harris County',
  state: 'done',
  judged: 94_112,
  total: 94_112,
  error: null,
  criteria,
  criteria_hash: 'abcdef0123456789',
  method_version: 1,
  growth_run_id: null,
  filter: null,
  data: [{ county_fips: '48201', batch_id: 4, source: 'Harris County Appraisal District', source_date: '2026-10-01', parcels: 94_112 }],
  missing_layers: [{ fact: 'highway_m', reason: 'No highways are loaded.' }],
  loading: [],
  alike: [],
  counts: { judged: 94_112, of_area: null, fit: 3, listed_unknown: 1, low_certainty: 0, failed: 94_108, discarded: 2, in_project: 1 },
  gates: [
    { index: 0, fails: 90_000, fails_alone: 12, unknown: 7, near_miss: 4 },
    { index: 1, fails: 80_000, fails_alone: 300, unknown: 0, near_miss: 0 },
    { index: 2, fails: 5_000, fails_alone: 9, unknown: 44, near_miss: 0 },
  ],
  explanation: '3 of 94,112 fit.',
  created_at: '2026-11-24T10:00:00Z',
  created_by: '00000000-0000-7000-8000-000000000001',
  finished_at: '2026-11-24T10:00:02Z',
};

export function result(rank: number, other: Partial<SearchResult> = {}): SearchResult {
  return {
    rank,
    ll_uuid: idOf(rank),
    parcelnumb: `0010${rank}`,
    address: `${rank} Navigation Blvd`,
    scity: 'Houston',
    owner: 'Vega Holdings LLC',
    acres: 12.5,
    lon: -95.37 + rank / 1000,
    lat: 29.76,
    score: 90 - rank,
    score_low: 80,
    score_high: 95,
    certainty: 0.75,
    rank_best: 1,
    rank_worst: 3,
    reasons: [
      {
        kind: 'wish',
        fact: 'value_per_acre',
        weight: 30,
        value: 80_000,
        unit: '$',
        v: 0.95,
        points: 70.9,
        known: true,
        is_clamped: false,
        source: 'HCAD',
        source_date: '2026-10-01',
      },
      {
        kind: 'wish',
        fact: 'highway_m',
        weight: 10,
        value: null,
        unit: 'm',
        v: null,
        points: 12.5,
        known: false,
        is_clamped: false,
        source: null,
        source_date: null,
      },
    ],
    gates: [
      { index: 0, fact: 'acres', outcome: 'pass', value: 12.5, source: 'HCAD', source_date: '2026-10-01' },
      { index: 1, fact: 'use_class', outcome: 'pass', value: 'vacant', source: 'HCAD', source_date: '2026-10-01' },
      { index: 2, fact: 'in_flood_zone', outcome: 'unknown', value: null, source: null, source_date: null },
    ],
    changes: [
      {
        kind: 'fact',
        fact: 'value_per_acre',
        needed: 60_000,
        rank: 1,
        sentence: 'Value per acre: $60,000 an acre or less: level with rank 1',
      },
    ],
    in_project: false,
    record: {
      county_fips: '48201',
      use_class: 'vacant',
      usedesc: 'VACANT COMMERCIAL',
      zoning: null,
      flood_zone: null,
      in_flood_zone: null,
      total_value: 1_000_000,
      value_per_acre: null,
      building_sqft: null,
      year_built: null,
      owner_kind: 'company',
      mailing_address: null,
      saledate: null,
      source: 'HCAD',
      source_date: '2026-10-01',
      source_licence: null,
    },
    ...other,
  };
}

/** Opens the map of a project with the search beside it. */
export async function openSearch(at = '/', given: ProjectCriteria = saved, markers: readonly object[] = []) {
  answer('get', '*/api-2/map_config', {
    basemap: null,
    streetmap: null,
    archives: [],
    texas_overlay: null,
    parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
    outline_minzoom: 15,
  });
  const places = { state: '48', state_name: 'Texas', county: '201', submarket_id: null, market: 26420, market_name: 'Houston' };
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', ...places } });
  answer('get', '*/api/submarkets', { submarkets: [{ submkt_id: 7, sub_mkt_name: 'North' }] });
  const counties = ['201 Harris', '157 Fort Bend'].map((county) => ({ countyfp: county.slice(0, 3), name: county.slice(4) }));
  answer('get', '*/api/counties', { counties });
  answer('get', '*/api/get_markers', { markers } as never);
  answer('get', '*/api/get_parcel_outlines', { outlines: [], newest_marker_id: null });
  answer('get', '*/api/project_parcels', { parcels: [], discarded: [] });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '*/api/parcel_status', { projects: [], discards: [] });
  answer('get', '*/api/project_criteria', json(given));
  const shown = renderScreen(
    <MapScreen projectId={project} opening="search" onGoToProperty={() => undefined} onGoToList={() => undefined} />,
    at,
  );
  await screen.findByRole('radiogroup', { name: 'Part of the search' });
  return { ...shown, drawer: within(screen.getByRole('region', { name: 'Lists' })) };
}

/** A finished run with these lists. */
export function answerRun(lists: Readonly<Record<string, readonly SearchResult[]>>, of: SearchRun = done): void {
  answer('get', `*/api-2/search_runs/${of.run_id}`, json(of));
  server.use(
    http.get(`*/api-2/search_runs/${of.run_id}/results`, ({ request }) => {
      const results = lists[new URL(request.url).searchParams.get('list') ?? 'ranked'] ?? [];
      return HttpResponse.json({ count: results.length, kept: results.length, results });
    }),
  );
}

/** Typed data as a body of the fake server. */
export const json = <T extends object>(body: T) => JSON.parse(JSON.stringify(body)) as T & Record<string, string>;
