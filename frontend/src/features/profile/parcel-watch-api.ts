import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { parcelWatchQuery } from '../../api/queries/parcel-changes';

type Settings = components['schemas']['ParcelWatchSettings'];
export type DigestFrequency = Settings['digest'];

/** Each answer has the settings as they are now. */
function useKeep() {
  const cache = useQueryClient();
  return (settings: Settings) => cache.setQueryData(parcelWatchQuery.queryKey, settings);
}

export function useUpdateParcelWatch() {
  const onSuccess = useKeep();
  return useMutation({
    mutationFn: (digest: DigestFrequency) => unwrap(mainApi.PUT('/api/parcel_watch', { body: { digest } })),
    onSuccess,
  });
}

export function useCreateParcelFeed() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(mainApi.POST('/api/create_parcel_feed')),
    onSuccess: ({ feed_created_at }) => cache.setQueryData(parcelWatchQuery.queryKey, (known) => known && { ...known, feed_created_at }),
    // The response contains the secret address: it is forgotten with the tab.
    gcTime: 0,
  });
}

export function useRevokeParcelFeed() {
  const onSuccess = useKeep();
  return useMutation({ mutationFn: () => unwrap(mainApi.POST('/api/revoke_parcel_feed')), onSuccess });
}
