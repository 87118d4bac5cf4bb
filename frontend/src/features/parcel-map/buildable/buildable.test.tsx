import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { featuresOf } from '../../../testing/fake-map';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { OnMapContent, OnMapProvider } from '../on-map';
import { BuildableSection } from './buildable-section';
import { hatchImage } from './kinds';

const project = '00000000-0000-7000-8000-00000000000a';
const id = '11111111-0000-5000-8000-000000000001';
const shape = {
  type: 'Polygon',
  coordinates: [
    [
      [-95.37, 29.76],
      [-95.369, 29.76],
      [-95.369, 29.761],
      [-95.37, 29.76],
    ],
  ],
};

const fema = {
  source: 'FEMA',
  source_licence: 'CC0',
  source_date: '2026-01-31',
  fetched_at: '2026-02-03T12:00:00Z',
  is_sample: false,
  cell_m: null,
};

function deduction(kind: string, label: string, alone: number, beyond: number, more: object = {}) {
  const known = { reason: null, geometry: alone > 0 ? shape : null, state: 'used', sources: [fema] };
  return { kind, label, acres_alone: alone, acres_beyond: beyond, ...known, ...more };
}

const result = {
  ll_uuids: [id],
  gross_acres: 4.942,
  recorded_acres: 4.9,
  buildable_acres: 2.916,
  is_upper_bound: true,
  parts: 2,
  largest_part_acres: 2,
  inscribed_radius_m: 20,
  geometry: shape,
  deductions: [
    deduction('flood', 'Flood zone, 1 % a year', 0.988, 0.988),
    deduction('wetland', 'Wetlands', 0.494, 0.247, {
      sources: [
        { ...fema, is_sample: true },
        { ...fema, source: 'NWI', source_licence: null, source_date: null, cell_m: 10 },
      ],
    }),
    deduction('easement', 'Easements', 0, 0, { state: 'not_mapped', sources: [] }),
    deduction('slope', 'Slope of 10 % or more', 0, 0, { state: 'failed', sources: [], reason: 'it responded with status 502' }),
  ],
  unknown: [{ kind: 'flood_undetermined', label: 'Flood hazard not determined', acres: 1.2, geometry: shape }],
  warnings: [{ kind: 'moderate', label: 'Flood zone, 0.2 % a year: not deducted', acres: 0.5, geometry: null }],
  notes: ['The setback is the same on all sides.'],
  options: {},
};

function open() {
  answer('get', '*/api/get_project_data', { project_data: { project_id: project, project_name: 'P', market_type: 'Industrial' } });
  const asked = answer('get', '*/api-2/parcels/*/buildable', result);
  renderScreen(
    <OnMapProvider>
      <BuildableSection llUuid={id} projectId={project} parcel={{} as never} />
      <OnMapContent />
    </OnMapProvider>,
  );
  return asked;
}

describe('the buildable area', () => {
  it('is calculated when it is wanted, with the values for the kind of project', async () => {
    const asked = open();
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('At most 2.92 acres buildable')).toBeVisible();
    expect(asked).toEqual(['?preset=industrial']);
    expect(screen.getByText(/2 parts, the largest 2 acres; room for a circle of 131 ft/)).toBeVisible();
  });

  it('shows each deduction alone and beyond those above, and names what is missing', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
    const wetland = await row(/^Wetlands/);
    expect(wetland.getByRole('cell', { name: '0.49' })).toBeVisible();
    expect(wetland.getByRole('cell', { name: '−0.25' })).toBeVisible();
    expect((await row(/^Flood/)).getByText('FEMA, Jan 31, 2026, CC0')).toBeVisible();
    expect(wetland.getByText('FEMA, Jan 31, 2026, CC0, sample data')).toBeVisible();
    expect(wetland.getByText('NWI, read Feb 3, 2026, grid of 33 ft')).toBeVisible();
    expect((await row(/^Easements/)).getByText('No layer describes this site: not deducted')).toBeVisible();
    expect((await row(/^Slope/)).getByText('The public service failed: not deducted (it responded with status 502)')).toBeVisible();
    expect(screen.getByText('Flood hazard not determined: 1.2 acres')).toBeVisible();
    expect(screen.getByText('Flood zone, 0.2 % a year: not deducted: 0.5 acres')).toBeVisible();
  });

  it('is drawn by kind, and taken off the map when it is hidden', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    const kinds = () => featuresOf('buildable').map(({ properties }) => properties?.['kind'] as string);
    await waitFor(() => expect(kinds()).toEqual(['flood', 'wetland', 'unknown', 'buildable']));
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(kinds()).toEqual([]));
  });

  it('is calculated again with other options', async () => {
    const asked = open();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    const setback = await screen.findByLabelText('Setback, ft');
    await userEvent.type(setback, '50');
    await userEvent.click(screen.getByLabelText('Deduct the 1 % flood zone'));
    await userEvent.click(screen.getByRole('button', { name: 'Calculate' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(new URLSearchParams(asked[1] as string).get('setback_ft')).toBe('50');
    expect(new URLSearchParams(asked[1] as string).get('flood')).toBe('false');
  });
});

describe('a hatch', () => {
  it('continues over the edge of its tile', () => {
    const { width, height, data } = hatchImage('slope');
    const opaque = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 200;
    for (let y = 0; y < height; y += 1) {
      const lines = Array.from({ length: width }, (_, x) => opaque(x, y)).filter(Boolean).length;
      expect(lines).toBe(4);
    }
  });
});
