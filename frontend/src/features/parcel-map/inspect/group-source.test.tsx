import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ParcelWithUnits } from '../api';
import { GroupSource } from './group-source';

const roll = {
  source: 'Tax Office',
  source_licence: 'CC BY',
  outline_source: 'County GIS',
  outline_source_licence: 'CC0',
  outline_fetched_at: '2026-01-05T12:00:00Z',
  facts: ['owner', 'parval', 'landval', 'improvval', 'year_built', 'careof'],
};
const parcel = {
  owner: 'Bayou Trust',
  saledate: '2021-03-04',
  parval: 400_000,
  landval: 150_000,
  improvval: null,
  ll_gisacre: 0.5,
  year_built: null,
  source: 'County GIS; Tax Office',
  source_licence: 'CC0; CC BY',
  fetched_at: '2026-11-21T12:00:00Z',
  tax_roll: roll,
  flood_zone: 'AE',
  flood: { from: 'layer' },
} as unknown as ParcelWithUnits;

const show = (of: ParcelWithUnits, group: 'site' | 'value' | 'owner') =>
  render(
    <MantineProvider>
      <GroupSource parcel={of} group={group} />
    </MantineProvider>,
  );

test('each fact of a group has the source and the date that it is from', () => {
  show(parcel, 'owner');
  expect(screen.getByText('Source of owner: Tax Office, Nov 21, 2026, CC BY')).toBeVisible();
  expect(screen.getByText('Source of last sale: County GIS, Jan 5, 2026, CC0')).toBeVisible();
});

test('files that say their date have it beside the day on which they were read', () => {
  const dated = { ...parcel.tax_roll, source_date: '2026-10-01' } as NonNullable<ParcelWithUnits['tax_roll']>;
  show({ ...parcel, tax_roll: dated }, 'value');
  expect(screen.getByText('Source: Tax Office, data of Oct 1, 2026, read Nov 21, 2026, CC BY')).toBeVisible();
});

test('a flood zone of a layer is of no source of the county', () => {
  const { unmount } = show(parcel, 'site');
  expect(screen.queryByText(/flood zone/)).not.toBeInTheDocument();
  unmount();
  show({ ...parcel, year_built: 1990, flood: { ...parcel.flood, from: 'county' } }, 'site');
  expect(screen.getByText(/^Source of flood zone, lot area: County GIS/)).toBeVisible();
});

test('a group of one source has one line, and unknown facts have none', () => {
  show(parcel, 'value');
  expect(screen.getByText('Source: Tax Office, Nov 21, 2026, CC BY')).toBeVisible();
  expect(screen.queryByText(/County GIS/)).not.toBeInTheDocument();
});

test('the outline is never the roll’s, and a parcel of one source has no lines of groups', () => {
  const { unmount } = show(parcel, 'site');
  expect(screen.getByText('Source: County GIS, Jan 5, 2026, CC0')).toBeVisible();
  unmount();
  show({ ...parcel, tax_roll: null }, 'site');
  expect(screen.queryByText(/Source/)).not.toBeInTheDocument();
});
