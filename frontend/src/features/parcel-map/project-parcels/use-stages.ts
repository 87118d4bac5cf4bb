import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parcelStagesQuery } from '../../../api/queries/deals';

/** The stage of a parcel's deal. */
export interface StageOfParcel {
  readonly name: string;
  /** In the order of the stages, from 0. */
  readonly place: number;
}

/** The stages of the project's parcels by identity; undefined until they are wanted and loaded. */
export function useStages(projectId: string, wanted: boolean): ReadonlyMap<string, StageOfParcel> | undefined {
  const { data } = useQuery({ ...parcelStagesQuery(projectId), enabled: wanted });
  return useMemo(
    () => data && new Map(data.stages.flatMap(({ name, ll_uuids }, place) => ll_uuids.map((id) => [id, { name, place }]))),
    [data],
  );
}
