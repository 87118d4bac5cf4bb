import { parcelApi, unwrap } from '../../../api/client';
import { grouped } from '../../../lib/format';
import { saveSelection, type Format } from './formats';

/** Most parcels of a list that the service takes. */
const most = 10_000;

/** Saves parcels as a file. Returns what the file lacks, if anything, or that they are too many for one. */
export async function saveParcels(parcels: readonly string[], format: Format): Promise<string | undefined> {
  if (parcels.length > most) return `A file has ${grouped(most)} parcels at most, and these are ${grouped(parcels.length)}: export fewer.`;
  const { selection_id, count, not_found } = await unwrap(parcelApi.POST('/parcel_selections', { body: { ll_uuids: [...parcels] } }));
  if (count > 0) saveSelection(selection_id, format);
  if (not_found.length === 0) return undefined;
  return `${grouped(not_found.length)} of ${grouped(parcels.length)} parcels are not in the file: their counties no longer have them, or they were bought from a provider and may not leave Sitewright.`;
}
