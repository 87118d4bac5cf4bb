/** API of the letterhead. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mainApi, postForm, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { letterheadQuery } from '../../api/queries/letterhead';

export type Letterhead = components['schemas']['Letterhead'];
type LetterheadChange = components['schemas']['UpdateLetterheadRequest'];
/** The firm's logo, or the user's signature. */
export type LetterImage = 'logo' | 'signature';

export function useSaveLetterhead() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: LetterheadChange) => unwrap(mainApi.PUT('/api/letterhead', { body })),
    onSuccess: (saved) => cache.setQueryData(letterheadQuery.queryKey, saved),
  });
}

export function useUploadLetterImage(which: LetterImage) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (image: Blob) => {
      const form = new FormData();
      form.set('image', image, `${which}.${image.type.replace(/^.*\//, '')}`);
      return postForm<Letterhead>(`/api/upload_${which}`, form);
    },
    onSuccess: (saved) => cache.setQueryData(letterheadQuery.queryKey, saved),
  });
}

export function useRemoveLetterImage(which: LetterImage) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(which === 'logo' ? mainApi.POST('/api/remove_logo') : mainApi.POST('/api/remove_signature')),
    onSuccess: (saved) => cache.setQueryData(letterheadQuery.queryKey, saved),
  });
}
