import { useMutation } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/property-api';
import type { Endpoint } from '../../../api/queries/query';
import { useChanged } from '../api';

type Schemas = components['schemas'];
export type LetterLink = Schemas['LetterLink'];
export type LetterSeal = Schemas['LetterSeal'];
export type LinkMade = Schemas['LetterLinkMade'];
export type Signer = Schemas['SuggestedSigner'];
export type LinkState = Schemas['LetterLinkState'];
export type DeclineReason = Schemas['DeclineReason'];

const changedByLinks: readonly Endpoint[] = [
  ['property', '/letters/{letter_id}/links'],
  ['property', '/letters/{letter_id}/evidence'],
];

/** Makes a link for one signer. */
export function useMakeLink(letter_id: string) {
  const changed = useChanged(changedByLinks);
  return useMutation({
    mutationFn: (body: Schemas['MakeLetterLinkRequest']) =>
      unwrap(propertyApi.POST('/letters/{letter_id}/links', { params: { path: { letter_id } }, body })),
    onSettled: changed,
  });
}

/** Mails a link to its signer. */
export function useSendLink(letter_id: string, link_id: string) {
  const changed = useChanged(changedByLinks);
  return useMutation({
    mutationFn: (body: Schemas['SendLetterLinkRequest']) =>
      unwrap(propertyApi.POST('/letters/{letter_id}/links/{link_id}/send', { params: { path: { letter_id, link_id } }, body })),
    onSettled: changed,
  });
}

/** Seals a signed letter again that could not be sealed. */
export function useSealAgain(letter_id: string) {
  const changed = useChanged(changedByLinks);
  return useMutation({
    mutationFn: () => unwrap(propertyApi.POST('/letters/{letter_id}/seal', { params: { path: { letter_id } } })),
    onSettled: changed,
  });
}

/** Closes a link; `finish`: the letter is signed without this signer. */
export function useRevokeLink(letter_id: string) {
  const changed = useChanged(changedByLinks);
  return useMutation({
    mutationFn: ({ link_id, finish }: { readonly link_id: string; readonly finish: boolean }) =>
      unwrap(
        propertyApi.POST('/letters/{letter_id}/links/{link_id}/revoke', { params: { path: { letter_id, link_id } }, body: { finish } }),
      ),
    onSettled: changed,
  });
}
