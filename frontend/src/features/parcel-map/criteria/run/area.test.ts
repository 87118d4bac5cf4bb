import { expect, it } from 'vitest';
import { areaName, areaOf, usualChoice, viewPolygon, type ProjectPlaces } from './area';

const none: ProjectPlaces = { state: '48', county: null, market: null, submarket: null };
const houston = { ...none, county: '201', market: { id: 3, name: 'Houston' }, submarket: { id: 7, name: 'North' } };

it('proposes the smallest place of the project', () => {
  expect(usualChoice(houston)).toBe('submarket');
  expect(usualChoice({ ...houston, submarket: null })).toBe('county:48201');
  expect(usualChoice({ ...none, market: houston.market })).toBe('market');
  expect(usualChoice(none)).toBe('view');
});

it('is a place, the view or what was drawn', () => {
  const drawn = viewPolygon([-95.4, 29.7, -95.3, 29.8]);
  expect(areaOf('submarket', houston, undefined, undefined)).toEqual({ submarket_id: 7 });
  expect(areaOf('market', houston, undefined, undefined)).toEqual({ market_id: 3 });
  expect(areaOf('county:48201', houston, undefined, undefined)).toEqual({ county_fips: ['48201'] });
  expect(areaOf('view', none, [-95.4, 29.7, -95.3, 29.8], undefined)).toEqual({ polygon: drawn });
  expect(areaOf('drawn', none, undefined, drawn)).toEqual({ polygon: drawn });
  expect(areaOf('drawn', none, undefined, undefined)).toBeUndefined();
  expect(drawn.coordinates[0]?.at(0)).toEqual(drawn.coordinates[0]?.at(-1));
});

it('has a name for the list of searches', () => {
  expect(areaName('county:48201', houston, () => 'Harris')).toBe('Harris County');
  expect(areaName('submarket', houston, String)).toBe('North');
  expect(areaName('view', none, String)).toBe('Part of the map');
});
