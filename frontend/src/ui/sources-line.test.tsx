import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen';
import { SourcesLine } from './sources-line';

const county = { source: 'HCAD', source_licence: 'public domain', fetched_at: '2026-11-01T15:00:00Z', source_date: '2026-10-01' };

it('names each source with date and licence once', () => {
  renderScreen(
    <SourcesLine of={[county, { ...county }, undefined, { source: 'Regrid', fetched_at: '2026-10-15T15:00:00Z' }, { source: 'marker' }]} />,
  );
  expect(screen.getByText(/^Sources/)).toHaveTextContent(
    /^Sources: HCAD, data of Oct 1, 2026, read Nov 1, 2026, public domain; Regrid, Oct 15, 2026$/,
  );
});

it('says from when to when the data of one source are', () => {
  const later = { ...county, source_date: '2026-10-20', fetched_at: '2026-11-20T15:00:00Z' };
  renderScreen(<SourcesLine of={[later, county, { ...county, source_date: null }]} />);
  expect(screen.getByText(/^Source/)).toHaveTextContent(
    /^Source: HCAD, data of Oct 1, 2026 to Oct 20, 2026, read Nov 1, 2026 to Nov 20, 2026, public domain$/,
  );
});

it('keeps two licences of one source apart', () => {
  renderScreen(<SourcesLine of={[county, { ...county, source_licence: null }]} />);
  expect(screen.getByText(/^Sources/).textContent.split('; ')).toHaveLength(2);
});

it('does not name the source of facts whose terms have ended', () => {
  renderScreen(<SourcesLine of={[county, { source: 'Regrid', keep_until: '2020-01-31T00:00:00Z' }]} />);
  expect(screen.getByText(/^Source/)).not.toHaveTextContent('Regrid');
});

it.each([[[]], [[undefined, { source: null }, { source: 'marker' }]]])('is nothing without a source', (of) => {
  renderScreen(<SourcesLine of={of} />);
  expect(screen.queryByText(/Source/)).not.toBeInTheDocument();
});
