import { parcelApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/property-api';
import type { Format } from './formats';
import { saveParcels } from './save-parcels';

type Listed = Pick<components['schemas']['PropertyRow'], 'll_uuid' | 'parcel_count'>;

/** Most parcels whose records the service gives at once. */
const most = 1_000;

/** Saves the parcels of properties as a file, a site's in its place. Returns what the file lacks, if anything, or that they are too many. */
export async function saveProperties(properties: readonly Listed[], format: Format): Promise<string | undefined> {
  const sites = properties.filter(({ parcel_count }) => parcel_count > 1);
  const members = await membersOf(sites.map(({ ll_uuid }) => ll_uuid));
  const parcels = properties.flatMap(({ ll_uuid }) => members.get(ll_uuid) ?? ll_uuid);
  // A parcel may be in the list beside its site.
  return saveParcels([...new Set(parcels)], format);
}

/** The parcels of each site, also those that no longer exist, so that the file is said to lack them. */
async function membersOf(sites: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const members = new Map<string, readonly string[]>();
  for (let start = 0; start < sites.length; start += most) {
    const { parcels } = await unwrap(parcelApi.POST('/parcel_records', { body: { ll_uuids: sites.slice(start, start + most) } }));
    for (const { ll_uuid, site } of parcels)
      if (site) members.set(ll_uuid, [...site.members.map((member) => member.ll_uuid), ...site.missing]);
  }
  return members;
}
