import { expect, it } from 'vitest';
import { savedFiles } from '../../../testing/saved-files';
import { answer } from '../../../testing/server';
import { saveParcels } from './save-parcels';

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index));

it('saves parcels as one file, and says what it lacks', async () => {
  const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 2, not_found: ['2'] }, 201);
  const saved = savedFiles();
  expect(await saveParcels(ids(3), 'kml')).toMatch(/^1 of 3 parcels are not in the file:/);
  expect(selected).toEqual([{ ll_uuids: ['0', '1', '2'] }]);
  expect(saved).toEqual(['/api-2/parcel_selections/s/export.kml']);
});

it('says that parcels are too many for a file, and asks for none', async () => {
  const selected = answer('post', '*/api-2/parcel_selections', {}, 422);
  expect(await saveParcels(ids(10_001), 'kml')).toBe('A file has 10,000 parcels at most, and these are 10,001: export fewer.');
  expect(selected).toEqual([]);
});
