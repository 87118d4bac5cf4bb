import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { savedFiles } from '../../../testing/saved-files';
import { answer, server } from '../../../testing/server';
import { saveProperties } from './save-properties';

const parcel = (ll_uuid: string) => ({ ll_uuid, parcel_count: 1 });

it('saves single parcels in the order of the list, without another call', async () => {
  const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 2, not_found: [] }, 201);
  const saved = savedFiles();
  expect(await saveProperties([parcel('b'), parcel('a')], 'gpkg')).toBeUndefined();
  expect(selected).toEqual([{ ll_uuids: ['b', 'a'] }]);
  expect(saved).toEqual(['/api-2/parcel_selections/s/export.gpkg']);
});

it('saves the parcels of a site in its place, each once, and asks for all that it had', async () => {
  const site = { members: [{ ll_uuid: 'a' }, { ll_uuid: 'd' }], missing: ['e'] };
  const records = answer('post', '*/api-2/parcel_records', { parcels: [{ ll_uuid: 'ad', site }] });
  const selected = answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 3, not_found: ['e', 'x'] }, 201);
  const list = [parcel('b'), { ll_uuid: 'ad', parcel_count: 3 }, parcel('a'), { ll_uuid: 'x', parcel_count: 2 }];
  expect(savedFiles()).toEqual([]);
  expect(await saveProperties(list, 'kml')).toMatch(/^2 of 5 parcels are not in the file:/);
  expect(records).toEqual([{ ll_uuids: ['ad', 'x'] }]);
  // The last site is known no longer, and found as little as its parcels.
  expect(selected).toEqual([{ ll_uuids: ['b', 'a', 'd', 'e', 'x'] }]);
});

it('reads the sites by as many as the service gives at once', async () => {
  answer('post', '*/api-2/parcel_selections', { selection_id: 's', count: 1, not_found: [] }, 201);
  savedFiles();
  const asked: number[] = [];
  server.use(
    http.post('*/api-2/parcel_records', async ({ request }) => {
      const { ll_uuids } = (await request.json()) as { ll_uuids: string[] };
      asked.push(ll_uuids.length);
      return HttpResponse.json({ parcels: ll_uuids.map((ll_uuid) => ({ ll_uuid, site: { members: [{ ll_uuid: 'a' }], missing: [] } })) });
    }),
  );
  const sites = Array.from({ length: 1_001 }, (_, index) => ({ ll_uuid: `s${index}`, parcel_count: 2 }));
  expect(await saveProperties(sites, 'geojson')).toBeUndefined();
  expect(asked).toEqual([1_000, 1]);
});
