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

it('saves what the list says of them, and the growth of its simulation', async () => {
  const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 2, not_found: [] }, 201);
  const saved = savedFiles();
  const columns = { rank: [1, 2], score: [87.5, 60] };
  expect(await saveParcels(ids(2), 'gpkg', { columns, growthRun: 'g', projectId: 'p' })).toBeUndefined();
  expect(selected).toEqual([{ ll_uuids: ['0', '1'], columns, project_id: 'p' }]);
  expect(saved).toEqual(['/api-2/parcel_selections/s/export.gpkg?growth_run_id=g']);
});

it('says that the project discarded all of them', async () => {
  answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 0, not_found: [] }, 201);
  const saved = savedFiles();
  expect(await saveParcels(ids(2), 'kml', { projectId: 'p' })).toBe('None of these parcels can be exported: the project discarded them.');
  expect(saved).toEqual([]);
});

it('says that parcels are too many for a file, and asks for none', async () => {
  const selected = answer('post', '*/api-2/parcel_selections', {}, 422);
  expect(await saveParcels(ids(10_001), 'kml')).toBe('A file has 10,000 parcels at most, and these are 10,001: export fewer.');
  expect(selected).toEqual([]);
});
