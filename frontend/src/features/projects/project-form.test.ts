import { describe, expect, it } from 'vitest';
import { createBody, emptyDraft, refusal, withChoice, withoutTestMarker } from './project-form';

const named = { ...emptyDraft, name: ' North gate ', state: '48' };

describe('what is required', () => {
  it.each([
    { ...named, name: '   ' },
    { ...named, name: '--TEST-url' },
    { ...named, state: null },
    { ...named, type: null },
  ])('refuses a draft without name, state or type', (draft) => {
    expect(refusal(draft)).toBe('Project name, state and type are required');
  });

  it('lets name, state and type go', () => expect(refusal(named)).toBeUndefined());
});

it('takes the test marker out of a name, in any case', () => {
  expect(withoutTestMarker('Dock --Test-URL site')).toEqual({ name: 'Dock site', marked: true });
  expect(withoutTestMarker(' Dock  site ')).toEqual({ name: 'Dock  site', marked: false });
  expect(createBody({ ...named, name: 'Dock--test-url' })).toMatchObject({ project_name: 'Dock', use_test_webhook: true });
});

it('sends empty optional fields as null, and the defaults', () => {
  expect(createBody(named)).toEqual({
    project_name: 'North gate',
    category: 'Site Selection',
    description: 'No description provided',
    state: '48',
    county: null,
    market: null,
    submarket: null,
    market_type: null,
    bldg_sqft_min: null,
    bldg_sqft_max: null,
    site_size_min: null,
    site_size_max: null,
    clear_height: null,
    additional_filter: 'None',
    status: 'active',
    progress: 20,
    use_test_webhook: false,
  });
});

it('sends numbers as numbers', () => {
  expect(createBody({ ...named, market: '26420', sqftMin: '12,500', siteMax: '2.5' })).toMatchObject({
    market: 26420,
    bldg_sqft_min: 12500,
    site_size_max: 2.5,
  });
});

describe('cascades', () => {
  const full = { ...named, county: '201', market: '1', submarket: '2' };
  it('clears county, market and submarket with the state', () => {
    expect(withChoice(full, { state: '06' })).toMatchObject({ state: '06', county: null, market: null, submarket: null });
  });
  it('clears the submarket with the market', () => {
    expect(withChoice(full, { market: '3' })).toMatchObject({ county: '201', market: '3', submarket: null });
  });
  it('clears nothing when the same is chosen again', () => {
    expect(withChoice(full, { state: '48' })).toEqual(full);
  });
});
