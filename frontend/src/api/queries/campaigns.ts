import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../client';
import type { components } from '../generated/property-api';
import { get } from './query';

/** The campaigns of a project, or to contacts chosen in the directory; newest first. */
export const campaignsQuery = (projectId: string | null) =>
  get('property', '/get_campaigns', { ...(projectId !== null && { project_id: projectId }) });

/** The outcome for each recipient of a campaign. */
export const campaignRecipientsQuery = (projectId: string | null, campaignId: string) =>
  queryOptions({
    ...get('property', '/get_campaigns', { ...(projectId !== null && { project_id: projectId }), campaign_id: campaignId }),
    select: (answer) => answer.campaigns[0]?.recipients ?? [],
  });

/** Recipients of a campaign and their messages. */
export const campaignPreviewQuery = (body: components['schemas']['PreviewCampaignRequest']) =>
  queryOptions({
    queryKey: ['property', '/preview_campaign', body],
    queryFn: ({ signal }) => unwrap(propertyApi.POST('/preview_campaign', { body, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
