import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import type { Property } from './api';
import type { County } from './county-value';
import { OverviewPanel } from './overview-panel';
import { ValuationPanel } from './valuation-panel';

const key = { parcelNumber: '042', projectId: 'p1' };
const property = {
  parcel_number: '042',
  edits: [] as Property['edits'],
  square_feet: 1200,
  total_value: 900_000,
  appraised_value: 850_000,
  market_value: null,
} as Property;
const county = {
  parval: 850_000,
  parvaltype: 'Appraised',
  sqft: 1350,
  source: 'HCAD',
  source_licence: 'public domain',
  fetched_at: '2026-11-01T15:00:00Z',
} as County;

it("shows the county's value with source, date and licence where the firm's is another", () => {
  renderScreen(<ValuationPanel property={property} propertyKey={key} county={county} onOfferDraft={vi.fn()} />);
  // The total differs, the appraised value does not, and the county states no market value.
  expect(screen.getAllByText(/^County:/).map((line) => line.textContent)).toEqual(['County: $850,000 (HCAD, Nov 1, 2026, public domain)']);
});

it('names the source of the values that nobody of the firm has set', () => {
  const values = {
    ...property,
    total_value: 850_000,
    edits: [{ field: 'total_value', edited_by_name: 'Maya Chen', edited_at: '2026-11-20T15:00:00Z' }],
  };
  renderScreen(<ValuationPanel property={values} propertyKey={key} county={county} onOfferDraft={vi.fn()} />);
  expect(screen.getByText('Source of appraised value: HCAD, Nov 1, 2026, public domain')).toBeVisible();
});

it("shows the county's floor area beside the firm's", () => {
  renderScreen(<OverviewPanel property={property} propertyKey={key} county={county} />);
  expect(screen.getByText('County: 1,350 (HCAD, Nov 1, 2026, public domain)')).toBeVisible();
});

it.each([undefined, { ...county, parval: 900_000, sqft: 0, parvaltype: null }])(
  'shows nothing where the county is unknown or agrees',
  (known) => {
    renderScreen(
      <>
        <ValuationPanel property={property} propertyKey={key} county={known} onOfferDraft={vi.fn()} />
        <OverviewPanel property={property} propertyKey={key} county={known} />
      </>,
    );
    expect(screen.queryByText(/^County:/)).not.toBeInTheDocument();
  },
);

it('says who of the firm set a fact, and when', () => {
  const edits = [{ field: 'market_value', edited_by_name: 'Maya Chen', edited_at: '2026-11-20T15:00:00Z' }];
  renderScreen(<ValuationPanel property={{ ...property, market_value: 5, edits }} propertyKey={key} onOfferDraft={vi.fn()} />);
  expect(screen.getAllByText(/^Set by/).map((line) => line.textContent)).toEqual(['Set by Maya Chen, Nov 20, 2026']);
});
