import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BuildableOptions } from '../../../api/queries/parcels';
import { projectQuery } from '../../../api/queries/projects';
import { presetOf } from './presets';

/**
 * What buildable areas are calculated with wherever one of the project is told: as the user chose, else by the market type; undefined until
 * that is loaded. It stays with the data of queries, as what views of the drawer keep.
 */
export function useBuildableOptions(projectId: string) {
  const client = useQueryClient();
  const queryKey = ['kept', projectId, 'buildable'];
  const chosen = useQuery<BuildableOptions>({ queryKey, queryFn: skipToken, gcTime: Infinity, staleTime: Infinity }).data;
  const { data, isPending } = useQuery(projectQuery(projectId));
  const preset = presetOf(data?.market_type);
  const options = useMemo(() => chosen ?? (isPending ? undefined : { preset }), [chosen, isPending, preset]);
  const choose = (next: BuildableOptions) => client.setQueryData<BuildableOptions>(queryKey, next);
  return { options, choose };
}
