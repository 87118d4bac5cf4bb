import { useMutation } from '@tanstack/react-query';
import { parcelApi, unwrap } from '../../../api/client';
import { identitiesOf, type Summary } from './api';

/** Most parcels of a selection to which adjoining ones are added: the server's limit. */
export const mostWithAdjoining = 100;

/** Identities of the selected parcels and of those that adjoin them; undefined if none does. */
export function useWithAdjoining(projectId: string) {
  return useMutation({
    mutationFn: async (summary: Summary) => {
      const own = await identitiesOf(summary);
      const adjoining = await unwrap(parcelApi.POST('/parcel_selections', { body: { adjoining_to: own, project_id: projectId } })).then(
        identitiesOf,
      );
      const all = [...new Set([...own, ...adjoining])];
      return all.length > own.length ? all : undefined;
    },
  });
}
