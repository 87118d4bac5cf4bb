import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../api/generated/main-api';
import { projectParcelsQuery, reviewedParcelsQuery } from '../../../api/queries/markers';
import type { Change } from './change-words';

type Answer = components['schemas']['ProjectParcelsResponse'];

const none: ReadonlyMap<string, Change> = new Map();

const changesOf = ({ discarded }: Answer): ReadonlyMap<string, Change> =>
  new Map(discarded.flatMap(({ ll_uuid, changed }) => (changed ? [[ll_uuid, changed]] : [])));

/** Discards of a project whose fact changed, by the parcels' identities: they no longer hold. `failed`: they could not be loaded. */
export function useDueForReview(projectId: string) {
  const { data: reviewed } = useQuery(reviewedParcelsQuery(projectId));
  // The facts of today are a large answer: only where a discard rests on one.
  const mayChange = reviewed?.discarded.some(({ field }) => Boolean(field)) ?? false;
  const { data, isError } = useQuery({ ...projectParcelsQuery(projectId), enabled: mayChange, select: changesOf });
  return { due: (mayChange ? data : undefined) ?? none, failed: mayChange && isError && !data };
}
