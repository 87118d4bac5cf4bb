/**
 * Loads what the editor opens with: the property, the stored draft, and the sender. If the property or draft cannot be loaded, the editor
 * opens with defaults.
 */
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../api/generated/property-api';
import { letterheadWithPicturesQuery } from '../../api/queries/letterhead';
import { letterDraftQuery } from '../../api/queries/letters';
import { propertyQuery } from '../../api/queries/properties';
import type { OpenedDraft } from './draft-keeper';
import { withFields } from './letter-terms';
import { defaultLetter, type LetterProperty } from './letter-text';
import { hasContent, sanitize } from '../../lib/sanitize-letter';
import { senderOf, unknownSender, type Sender } from './sender';

export interface Letter {
  /** The initial draft. */
  draft: OpenedDraft;
  sender: Sender;
  /** Undefined if the property could not be loaded. */
  property: LetterProperty | undefined;
}

/** Loaded when the letter opens and not refetched during editing. A changed property is refetched for the comparison. */
const once = {
  gcTime: 0,
  staleTime: Infinity,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Attempts that the editor waits for. Later ones still update the property for the comparison. */
const patience = 3;

interface Asked {
  readonly isFetchedAfterMount: boolean;
  readonly failureCount: number;
}
const isWaitedFor = ({ isFetchedAfterMount, failureCount }: Asked): boolean => !isFetchedAfterMount && failureCount < patience;

/** Undefined until all requests have finished, successfully or not. */
export function useLetter(parcelNumber: string, projectId: string | undefined): Letter | undefined {
  const about = { parcelNumber, projectId };
  const property = useQuery({ ...propertyQuery(about), ...once });
  const draft = useQuery({ ...letterDraftQuery(about), ...once });
  const sender = useQuery({
    ...letterheadWithPicturesQuery,
    ...once,
    select: ({ letterhead, logo, signature }) => senderOf(letterhead, logo, signature),
  });
  if ([property, draft, sender].some(isWaitedFor)) return undefined;
  const from = sender.data ?? unknownSender;
  return {
    draft: opened(draft.data) ?? {
      html: sanitize(defaultLetter(property.data ?? {}, from.firm || 'The undersigned', new Date())),
      version: draft.data?.version ?? 0,
    },
    sender: from,
    property: property.data,
  };
}

/** The stored draft, if it has content. */
function opened(stored: components['schemas']['LoiTemplate'] | undefined): OpenedDraft | undefined {
  if (!stored || !hasContent(stored.html) || stored.version === null || stored.updated_at === null) return undefined;
  return {
    html: withFields(sanitize(stored.html)),
    version: stored.version,
    savedAt: stored.updated_at,
    keptTerms: stored.kept_terms ?? {},
  };
}
