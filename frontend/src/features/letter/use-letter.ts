/**
 * Brings together what the editor opens with: the property, the firm's draft of its letter, and the sender. A property or draft that cannot
 * be loaded is no reason to keep the editor shut: the letter then starts from the defaults.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange } from '../../api/live';
import { fetchDraft, fetchProperty, fetchSender } from './api';
import type { OpenedDraft } from './draft-keeper';
import { withFields } from './letter-terms';
import { defaultLetter, type LetterProperty } from './letter-text';
import { hasContent, sanitize } from './sanitize';
import { unknownSender, type Sender } from './sender';

export interface Letter {
  /** What to start from. */
  draft: OpenedDraft;
  sender: Sender;
  /** Undefined while the property could not be loaded. */
  property: LetterProperty | undefined;
}

/** Never kept and never refetched under the hands: a letter opens with what the server has at that moment. The property is read again when it changes, to be compared with. */
const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Undefined until everything has answered, one way or the other. */
export function useLetter(parcelNumber: string, projectId: string | undefined): Letter | undefined {
  const property = useQuery({
    queryKey: ['letter-property', parcelNumber, projectId],
    queryFn: ({ signal }) => fetchProperty(parcelNumber, projectId, signal),
    retry: 2,
    ...once,
  });
  const draft = useQuery({
    queryKey: ['letter-draft', parcelNumber, projectId],
    queryFn: ({ signal }) => fetchDraft(parcelNumber, projectId, signal),
    retry: 1,
    ...once,
  });
  const { refetch } = property;
  useEffect(
    () =>
      onChange(({ type }) => {
        if (type === 'property.updated' || type === 'reconnected') void refetch();
      }),
    [refetch],
  );
  const sender = useQuery({ queryKey: ['letter-sender'], queryFn: ({ signal }) => fetchSender(signal), retry: 1, ...once });
  if (property.isPending || draft.isPending || sender.isPending) return undefined;
  const from = sender.data ?? unknownSender;
  return {
    draft: hasContent(draft.data?.html)
      ? { ...draft.data, html: withFields(sanitize(draft.data.html)) }
      : {
          html: sanitize(defaultLetter(property.data ?? {}, from.firm || 'The undersigned', new Date())),
          version: draft.data?.version ?? 0,
        },
    sender: from,
    property: property.data,
  };
}
