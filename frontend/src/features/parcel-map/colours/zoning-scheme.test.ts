import { expect, it } from 'vitest';
import { ofParcels } from './scheme';
import { zoningScheme } from './zoning-scheme';

it('names the most frequent zones, and keeps the others and the unknown ones apart', () => {
  const codes = ['M-1', 'm-1 ', 'C-2', 'C-2', ...Array.from({ length: 8 }, (_, at) => `R-${at}`), '', undefined];
  const parcels = codes.map((zoning, at) => ({ ll_uuid: String(at), zoning }));
  const scheme = zoningScheme(parcels);
  expect(scheme.classes.map(({ label }) => label)).toEqual([
    'C-2',
    'M-1',
    'R-0',
    'R-1',
    'R-2',
    'R-3',
    'R-4',
    'R-5',
    'Other zones',
    'Unknown',
  ]);
  expect(new Set(scheme.classes.map(({ colour }) => colour)).size).toBe(10);
  const of = (zoning?: string) => scheme.classes.find(({ colour }) => colour === scheme.colourOf({ zoning }))?.label;
  expect([of('M-1'), of('m-1'), of('R-7'), of(''), of()]).toEqual(['M-1', 'M-1', 'Other zones', 'Unknown', 'Unknown']);
});

it('is drawn on the map by identity', () => {
  const parcels = [{ ll_uuid: 'a', zoning: 'M-1' }, { ll_uuid: 'b', zoning: 'M-1' }, { ll_uuid: 'c' }, { zoning: 'C-2' }];
  const scheme = zoningScheme(parcels);
  const { expression } = ofParcels(scheme, parcels);
  expect(JSON.stringify(expression)).toContain(JSON.stringify(['a', 'b']));
  expect(expression?.slice(2)).toEqual([['a', 'b'], scheme.colourOf({ zoning: 'M-1' }), ['c'], scheme.colourOf({}), 'rgba(0, 0, 0, 0)']);
  expect(ofParcels(scheme, []).expression).toBeUndefined();
});
