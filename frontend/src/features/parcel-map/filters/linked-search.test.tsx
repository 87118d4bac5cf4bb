import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { lastMove } from '../../../testing/fake-map';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { MapScreen } from '../test/loaded-map-screen';

const project = '00000000-0000-7000-8000-00000000000a';
const search = {
  search_id: '00000000-0000-7000-8000-00000000000d',
  project_id: project,
  name: 'Land',
  filter: 'll_gisacre >= 5',
  area: {
    type: 'Polygon',
    coordinates: [
      [
        [-95.4, 29.7],
        [-95.3, 29.7],
        [-95.3, 29.8],
        [-95.4, 29.7],
      ],
    ],
  },
  version: 1,
  created_by: 'Ana Diaz',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  last_looked_at: '2026-11-21T10:00:00Z',
};

let looked: unknown[];

beforeEach(() => {
  answer('get', '*/api-2/map_config', {
    basemap: null,
    streetmap: null,
    archives: [],
    texas_overlay: null,
    parcel_tiles: '/api-2/tiles/{z}/{x}/{y}.mvt',
    outline_minzoom: 15,
  });
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', submarket_id: null } });
  answer('get', '*/api/get_markers', { markers: [] });
  answer('get', '*/api/get_parcel_outlines', { outlines: [], newest_marker_id: null });
  answer('get', '*/api/reviewed_parcels', { in_project: [], discarded: [] });
  answer('get', '*/api/project_parcels', { parcels: [], discarded: [] });
  answer('get', '*/api/saved_searches', { saved_searches: [search] });
  answer('post', '*/api-2/parcel_counts', {
    counts: [
      { count: 12, is_estimate: false },
      { count: 12, is_estimate: false },
    ],
    total: { count: 48, is_estimate: false },
  });
  looked = answer('post', '*/api/look_at_saved_search', search);
});

function open(searchId: string) {
  renderScreen(<MapScreen projectId={project} openingSearch={searchId} onGoToProperty={() => undefined} onGoToList={() => undefined} />);
}

describe('a link to a saved search', { timeout: 60_000 }, () => {
  it('applies the search, whose news stay new', async () => {
    open(search.search_id);
    expect(await screen.findByRole('button', { name: /^Acres from 5 acres/ }, { timeout: 20_000 })).toBeVisible();
    expect(await screen.findByText('12 of 48 in view match', undefined, { timeout: 20_000 })).toBeVisible();
    expect(await screen.findByRole('button', { name: '12 new' })).toBeVisible();
    expect(looked).toEqual([]);
    expect(lastMove()).toMatchObject({ bounds: [-95.4, 29.7, -95.3, 29.8] });
  });

  it('says that the search was deleted', async () => {
    open('00000000-0000-7000-8000-00000000000e');
    expect(await screen.findByText('This saved search was deleted.', undefined, { timeout: 20_000 })).toBeVisible();
  });
});
