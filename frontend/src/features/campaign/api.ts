import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { campaignPreviewQuery } from '../../api/queries/campaigns';
import { allOf } from '../../api/queries/query';
import { grouped } from '../../lib/format';

export type Campaign = components['schemas']['Campaign'];
type Preview = components['schemas']['CampaignPreview'];
export type Person = components['schemas']['PreviewRecipient'];
export type Draft = Omit<components['schemas']['CreateCampaignRequest'], 'project_id' | 'parcel_number' | 'property_ids'>;

const listed = new Intl.ListFormat('en-US');

/** The owners of a project who are written to, or contacts chosen in the directory. */
export type Audience =
  | {
      readonly projectId: string;
      readonly parcelNumber: string | null;
      /** Only owners of these properties. */
      readonly propertyIds?: readonly string[];
    }
  | { readonly projectId: null; readonly contactIds: readonly string[] };

function audienceOf(audience: Audience) {
  if (audience.projectId === null) return { contact_ids: [...audience.contactIds] };
  const { projectId, parcelNumber, propertyIds } = audience;
  return {
    project_id: projectId,
    parcel_number: parcelNumber ?? undefined,
    ...(propertyIds && { property_ids: [...propertyIds] }),
  };
}

/** How many of the people are not written to, and why; empty if all are. */
export function leftOutWords(people: readonly Person[], preview: Pick<Preview, 'duplicates' | 'not_found'>): string {
  const counts: readonly (readonly [number, string, string])[] = [
    [people.filter(({ email }) => !email).length, 'has no email address', 'have no email address'],
    [people.filter(({ email, suppressed }) => email && suppressed).length, 'is unsubscribed', 'are unsubscribed'],
    [preview.duplicates, 'has the address of another one', 'have the address of another one'],
    [preview.not_found, 'does not exist any more', 'do not exist any more'],
  ];
  return counts.flatMap(([count, one, many]) => (count > 0 ? [`${grouped(count)} ${count === 1 ? one : many}`] : [])).join(' · ');
}

/** The audience in words. */
export function audienceWords(audience: Audience): string {
  if (audience.projectId === null) {
    const { length } = audience.contactIds;
    if (length === 0) return 'To contacts of the directory';
    return length === 1 ? 'To 1 selected contact' : `To ${length} selected contacts`;
  }
  const { parcelNumber, propertyIds } = audience;
  if (propertyIds?.length === 1) return 'To the owner contacts of 1 selected property';
  if (propertyIds) return `To the owner contacts of ${propertyIds.length} selected properties`;
  return parcelNumber ? `To the contacts of parcel ${parcelNumber}` : 'To the owner contacts of this project';
}

export function isRunning(campaign: Campaign): boolean {
  return campaign.finished_at === null;
}

/** Recipients and messages of the campaign; the last known ones while they cannot be loaded. */
export function usePreview(audience: Audience, subject: string, body: string) {
  const { data, isPending, isError, refetch } = useQuery(campaignPreviewQuery({ ...audienceOf(audience), subject, body }));
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return { data: data ?? last, isPending, isError, refetch };
}

/** The error of unknown merge fields in subject or message; nothing if all are known. */
export function unknownSentence(preview: Preview | undefined, place: 'subject' | 'body'): string | undefined {
  const names = preview?.unknown_fields.filter((field) => field.place === place).map(({ name }) => `{{${name}}}`) ?? [];
  if (names.length === 0) return undefined;
  return names.length === 1 ? `${names[0]} is not a merge field.` : `${listed.format(names)} are not merge fields.`;
}

export function useTestCampaign(audience: Audience) {
  return useMutation({
    mutationFn: (draft: Draft) => unwrap(propertyApi.POST('/test_campaign', { body: { ...audienceOf(audience), ...draft } })),
  });
}

export function useCreateCampaign(audience: Audience) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) => unwrap(propertyApi.POST('/create_campaign', { body: { ...audienceOf(audience), ...draft } })),
    onSuccess: () => cache.invalidateQueries(allOf(['property', '/get_campaigns'])),
  });
}
