import { parcelApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/parcel-lookup';
import { grouped } from '../../../lib/format';
import { saveSelection, type Format } from './formats';

/** What a list says of its parcels, in their order: more columns of the file. */
export type Columns = components['schemas']['SelectionColumns'];

/** What a file has besides the records. */
export interface Further {
  readonly columns?: Columns | undefined;
  /** The simulation whose growth it has. */
  readonly growthRun?: string | undefined;
  /** What this project discarded is left out. */
  readonly projectId?: string;
}

/** Most parcels of a list that the service takes. */
const most = 10_000;

/** Saves parcels as a file. Returns what the file lacks, if anything, or that they are too many for one. */
export async function saveParcels(parcels: readonly string[], format: Format, further: Further = {}): Promise<string | undefined> {
  if (parcels.length > most) return `A file has ${grouped(most)} parcels at most, and these are ${grouped(parcels.length)}: export fewer.`;
  const { columns, growthRun, projectId } = further;
  const body = {
    ll_uuids: [...parcels],
    ...(columns && { columns }),
    ...(projectId !== undefined && { project_id: projectId }),
  };
  const { selection_id, count, not_found } = await unwrap(parcelApi.POST('/parcel_selections', { body }));
  if (count > 0) saveSelection(selection_id, format, growthRun);
  if (count === 0 && not_found.length === 0) return 'None of these parcels can be exported: the project discarded them.';
  if (not_found.length === 0) return undefined;
  return `${grouped(not_found.length)} of ${grouped(parcels.length)} parcels are not in the file: their counties no longer have them, or they were bought from a provider and may not leave Sitewright.`;
}
