import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { allOf } from '../../api/queries/query';

export type AccessToken = components['schemas']['PersonalAccessTokenEntry'];
export type UserAccessToken = components['schemas']['UserPersonalAccessTokenEntry'];
export type Scope = components['schemas']['Scope'];

const refetch = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries(allOf(['main', '/api/personal_access_tokens'])),
    cache.invalidateQueries(allOf(['main', '/api/all_personal_access_tokens'])),
  ]);

export function useCreateAccessToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['CreatePersonalAccessTokenRequest']) =>
      unwrap(mainApi.POST('/api/create_personal_access_token', { body })),
    onSuccess: () => refetch(cache),
    // The response contains the token: it is forgotten with the dialog.
    gcTime: 0,
  });
}

export function useRevokeAccessToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (token_id: string) => unwrap(mainApi.POST('/api/revoke_personal_access_token', { body: { token_id } })),
    onSuccess: () => refetch(cache),
  });
}
