import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../api/generated/main-api';
import { projectParcelsQuery, reviewedParcelsQuery } from '../../../api/queries/markers';

export type Discard = components['schemas']['DiscardedParcel'];

export interface Discarded {
  /** Those that the project discarded, with who and why once that is loaded. */
  readonly discards: ReadonlyMap<string, Discard | undefined>;
  /** Those whose discard holds, as far as is known: the fact behind its reason did not change. */
  readonly holding: ReadonlySet<string>;
  readonly isPending: boolean;
  readonly failure: { readonly isError: boolean; readonly refetch: () => Promise<unknown> };
}

const listedOf = ({ discarded }: components['schemas']['ProjectParcelsResponse']): ReadonlyMap<string, Discard> =>
  new Map(discarded.map((discard) => [discard.ll_uuid, discard]));

/** Which of these parcels the project discarded. */
export function useDiscarded(projectId: string, parcels: readonly string[]): Discarded {
  const reviewed = useQuery(reviewedParcelsQuery(projectId));
  const among = new Set(parcels);
  const ids = (reviewed.data?.discarded ?? []).map(({ ll_uuid }) => ll_uuid).filter((id) => among.has(id));
  // The reasons come with the facts of today, a large answer: only where they are needed.
  const isAny = ids.length > 0;
  const listed = useQuery({ ...projectParcelsQuery(projectId), enabled: isAny, select: listedOf });
  return {
    discards: new Map(ids.map((id) => [id, listed.data?.get(id)])),
    holding: new Set(ids.filter((id) => !listed.data?.get(id)?.changed)),
    isPending: reviewed.isPending || (isAny && listed.isPending),
    failure: reviewed.isError ? reviewed : { isError: isAny && listed.isError, refetch: listed.refetch },
  };
}
