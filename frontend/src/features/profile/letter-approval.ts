/** Who approves letters: API and words. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { letterSettingsQuery } from '../../api/queries/letter-register';

type Schemas = components['schemas'];
export type LetterSettings = Schemas['LetterSettings'];

export function useSaveLetterSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['UpdateLetterSettingsRequest']) => unwrap(propertyApi.PUT('/letter_settings', { body })),
    onSuccess: (saved) => cache.setQueryData(letterSettingsQuery.queryKey, saved),
    // Somebody else may have changed them.
    onError: () => cache.invalidateQueries(letterSettingsQuery),
  });
}

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });

/** What the settings mean. */
export function approvalWords(settings: Omit<LetterSettings, 'version'>): string {
  const { letter_threshold: letter, job_threshold: job, approver_may_be_author } = settings;
  if (approver_may_be_author || (letter === null && job === null)) return 'Every user may approve every letter, also its author.';
  const which = [
    ...(letter === null ? [] : [`a letter above ${exact.format(letter)}`]),
    ...(job === null ? [] : [`every letter of those made together for more than ${exact.format(job)} in all`]),
  ];
  return `A second person, not the author, must approve ${which.join(', and ')}. Every user may approve all others.`;
}
