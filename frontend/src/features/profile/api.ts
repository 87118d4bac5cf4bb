import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, mainApi, postForm, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { profileQuery, usersQuery } from '../../api/queries/account';
import { renameSession } from '../../lib/session';

export type Profile = components['schemas']['Profile'];
export type User = components['schemas']['UserEntry'];
export type Role = components['schemas']['Role'];

export function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: components['schemas']['UpdateProfileRequest']) => {
      const saved = await unwrap(mainApi.PUT('/api/profile', { body }));
      if (saved.result !== 'OK') throw new ApiProblem(200, saved);
      return saved;
    },
    onSuccess: (saved) => {
      cache.setQueryData(profileQuery(saved.user_id).queryKey, saved);
      renameSession(saved);
    },
  });
}

export function useUploadAvatar(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('user_id', userId);
      form.set('avatar', file);
      return postForm<{ result: string; avatar_url: string }>('/api/upload_avatar', form);
    },
    onSuccess: ({ avatar_url }) =>
      cache.setQueryData(profileQuery(userId).queryKey, (before) => (before ? { ...before, avatar_url } : before)),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { user_id: string; currentPassword: string; newPassword: string }) =>
      unwrap(mainApi.POST('/api/change-password', { body })),
  });
}

export function useInviteUser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['InviteUserRequest']) => unwrap(mainApi.POST('/api/invite_user', { body })),
    onSuccess: () => cache.invalidateQueries(usersQuery),
  });
}

export function useUpdateUser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['UpdateUserRequest']) => unwrap(mainApi.POST('/api/update_user', { body })),
    onSuccess: () => cache.invalidateQueries(usersQuery),
  });
}
