import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { propertyApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { campaignPreviewQuery } from '../../api/queries/campaigns';
import { allOf } from '../../api/queries/query';

export type Campaign = components['schemas']['Campaign'];
type Preview = components['schemas']['CampaignPreview'];
export type Person = components['schemas']['PreviewRecipient'];
export type Draft = Omit<components['schemas']['CreateCampaignRequest'], 'project_id' | 'parcel_number' | 'property_ids'>;

const listed = new Intl.ListFormat('en-US');

/** The owners who are written to. */
export interface Audience {
  readonly projectId: string;
  readonly parcelNumber: string | null;
  /** Only owners of these properties. */
  readonly propertyIds?: readonly string[];
}

const audienceOf = ({ projectId, parcelNumber, propertyIds }: Audience) => ({
  project_id: projectId,
  parcel_number: parcelNumber ?? undefined,
  ...(propertyIds && { property_ids: [...propertyIds] }),
});

/** The audience in words. */
export function audienceWords({ parcelNumber, propertyIds }: Audience): string {
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
    onSuccess: () => cache.invalidateQueries(allOf(['property', '/get_campaigns'], { project_id: audience.projectId })),
  });
}
