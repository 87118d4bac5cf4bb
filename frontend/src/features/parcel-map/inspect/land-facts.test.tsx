import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ParcelWithUnits } from '../api';
import { unknownLand } from '../test/unknown-land';
import { LandFacts } from './land-facts';

const known = {
  ...unknownLand.slope_percent,
  reason: null,
  source: 'County roads',
  source_licence: 'CC0',
  source_date: '2026-01-31',
  fetched_at: '2026-11-21T15:30:00Z',
};
const show = (land: ParcelWithUnits['land']) =>
  render(
    <MantineProvider>
      <LandFacts land={land} />
    </MantineProvider>,
  );
const said = (label: string) => screen.getByText(label).nextSibling;

it('have the source and date of each, and say of which there is no layer', () => {
  const land = {
    ...unknownLand,
    slope_percent: { ...known, value: 0, source: '3DEP', source_date: null },
    highway_m: { ...known, value: 1112 },
  };
  show(land);
  expect(said('Slope')).toHaveTextContent(/^Below what is mapped$/);
  expect(said('Distance to a highway')).toHaveTextContent(/^0.69 mi$/);
  expect(said('Distance to a railway')).toHaveTextContent('N/A');
  expect(screen.getByText('Source of slope: 3DEP, Nov 21, 2026, CC0')).toBeVisible();
  expect(screen.getByText('Source of highways: County roads, data of Jan 31, 2026, read Nov 21, 2026, CC0')).toBeVisible();
  expect(screen.getByText('No layer of railways is loaded here.')).toBeVisible();
});

it('name one source for what is from one, and say of what is not near how far away it is at least', () => {
  const far = { ...known, value: 50_000, source: 'State', source_date: null };
  show({ ...unknownLand, highway_m: far, rail_m: { ...far, fetched_at: '2026-11-21T15:30:01Z' } });
  expect(screen.getAllByText('31.07 mi or more')).toHaveLength(2);
  expect(screen.getByText('Source of highways, railways: State, Nov 21, 2026, CC0')).toBeVisible();
});
