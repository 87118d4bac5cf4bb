import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';

export type SentEmail = components['schemas']['SentEmail'];
export type PropertyFile = components['schemas']['Attachment'];
export type Draft = Omit<components['schemas']['SendEmailRequest'], 'parcel_number' | 'project_id' | 'll_uuid'>;

/** Which property a message is about. */
export interface About {
  readonly parcelNumber: string;
  readonly projectId: string | null;
}

const where = ({ parcelNumber, projectId }: About) => ({ parcel_number: parcelNumber, project_id: projectId ?? undefined });

export function useSubject(about: About) {
  return useQuery({
    queryKey: ['property', about.parcelNumber, about.projectId],
    queryFn: () => unwrap(propertyApi.GET('/specific_property', { params: { query: where(about) } })),
  });
}

/** Addresses of the property's contacts, to choose from. */
export function useAddresses(contactIds: readonly string[]) {
  return useQuery({
    queryKey: ['property-contacts', ...contactIds],
    enabled: contactIds.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { contacts } = await unwrap(propertyApi.GET('/get_contacts', { params: { query: { contact_ids: contactIds.join(',') } } }));
      return contacts;
    },
  });
}

export function useFiles(about: About) {
  return useQuery({
    queryKey: ['attachments', about.parcelNumber, about.projectId],
    queryFn: async () => {
      const { items } = await unwrap(propertyApi.GET('/list_attachments', { params: { query: where(about) } }));
      return items;
    },
  });
}

const pageSize = 20;
/** While a message waits its outcome is asked for again; no event tells of it. */
const watching = 2_000;

export function useSentEmails(about: About) {
  return useInfiniteQuery({
    queryKey: ['emails', about.parcelNumber, about.projectId],
    queryFn: ({ pageParam }) =>
      unwrap(propertyApi.GET('/get_emails', { params: { query: { ...where(about), limit: pageSize, cursor: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: (query) => (query.state.data?.pages.some(({ emails }) => emails.some(isWaiting)) ? watching : false),
  });
}

export function isWaiting(email: SentEmail): boolean {
  return email.recipients.some(({ outcome }) => outcome === 'queued');
}

export function useSendEmail(about: About) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) => unwrap(propertyApi.POST('/send_email', { body: { ...where(about), ...draft } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['emails', about.parcelNumber] }),
  });
}
