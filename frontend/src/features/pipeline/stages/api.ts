import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/property-api';
import { allDealStagesQuery } from '../../../api/queries/deals';
import { allOf } from '../../../api/queries/query';

/** Replaces the stages of a project. */
export function useSaveStages(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<components['schemas']['UpdateDealStagesRequest'], 'project_id'>) =>
      unwrap(propertyApi.PUT('/deal_stages', { body: { project_id: projectId, ...body } })),
    onSuccess: (saved) => {
      cache.setQueryData(allDealStagesQuery(projectId).queryKey, saved);
      return Promise.all([
        cache.invalidateQueries(allOf(['property', '/deals'])),
        cache.invalidateQueries(allOf(['property', '/pipeline'])),
      ]);
    },
  });
}
