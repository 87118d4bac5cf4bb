import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../client';
import type { components } from '../generated/property-api';
import { get } from './query';

type LetterBatch = components['schemas']['LetterBatch'];
type LetterPreview = components['schemas']['LetterPreview'];
type LettersToPreview = components['schemas']['PreviewLettersToSendRequest'];
type LetterStatus = components['schemas']['LetterStatus'];

/** Which numbered letters. */
export interface LetterFilter {
  readonly project_id?: string | undefined;
  readonly status?: LetterStatus | undefined;
  readonly property_id?: string | undefined;
  readonly job_id?: string | undefined;
  readonly q?: string | undefined;
  /** Sent or opened, and not answered. */
  readonly out?: boolean | undefined;
  /** Whole days since it was sent. */
  readonly sent_days_min?: number | undefined;
  readonly sent_days_max?: number | undefined;
  /** Days from now. */
  readonly expires_within?: number | undefined;
}

const pageLength = 100;

/** Numbered letters, paged, the highest number first. The totals of a page are those of all states. */
export const lettersQuery = (filter: LetterFilter) =>
  infiniteQueryOptions({
    queryKey: ['property', '/letters', { ...filter, pages: true }] as readonly unknown[],
    queryFn: async ({ pageParam: after, signal }) => {
      const page = await unwrap(propertyApi.GET('/letters', { params: { query: { ...filter, after, limit: pageLength } }, signal }));
      const ofStatus = page.totals.by_status.find(({ status }) => status === filter.status)?.count ?? 0;
      return { ...page, next_cursor: page.next, total: filter.status ? ofStatus : page.totals.count };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** A letter with its text and history. */
export const registeredLetterQuery = (letterId: string) => get('property', '/letters/{letter_id}', { letter_id: letterId });

/** The links by which a letter is signed. */
export const letterLinksQuery = (letterId: string) => get('property', '/letters/{letter_id}/links', { letter_id: letterId });

/** What happened to these links, checked, and the sealed file. */
export const letterEvidenceQuery = (letterId: string) => get('property', '/letters/{letter_id}/evidence', { letter_id: letterId });

/** All versions of a letter's number. */
export const letterVersionsOfNumberQuery = (letterId: string) => get('property', '/letters/{letter_id}/versions', { letter_id: letterId });

/** What a letter says differently than an earlier one. Texts never change. */
export const letterDifferenceQuery = (letterId: string, earlier: string) =>
  get('property', '/letters/{letter_id}/difference', { letter_id: letterId, with: earlier });

/** Documents that came back to a letter and its other versions. */
export const letterReturnsQuery = (letterId: string) => get('property', '/letters/{letter_id}/returns', { letter_id: letterId });

/** What a returned document says differently. */
export const letterReturnQuery = (returnId: string) => get('property', '/letter_returns/{return_id}', { return_id: returnId });

/** What people of the firm say about a letter. */
export const letterCommentsQuery = (letterId: string) => get('property', '/letters/{letter_id}/comments', { letter_id: letterId });

const whileMade = 1_000;

/** Letters that are made together; asked again until they are done. */
export const letterJobQuery = (jobId: string) =>
  queryOptions({
    ...get('property', '/letter_jobs/{job_id}', { job_id: jobId }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? whileMade : false),
  });

/** What letters would say; nothing is stored. */
export const letterPreviewQuery = (batch: LetterBatch) =>
  queryOptions({
    queryKey: ['property', '/letter_jobs/preview', batch] as readonly unknown[],
    queryFn: ({ signal }) => unwrap(propertyApi.POST('/letter_jobs/preview', { body: batch, signal })),
  });

/** What letters for the same properties of the project were last to say, to be shown until their preview has changed. */
export function lastLetterPreview(cache: QueryClient, { project_id, property_ids }: LetterBatch): LetterPreview | undefined {
  const ofSame = cache.getQueryCache().findAll({
    queryKey: ['property', '/letter_jobs/preview'],
    predicate: ({ queryKey, state }) => {
      const asked = queryKey[2] as LetterBatch;
      const isSame = asked.project_id === project_id && asked.property_ids.length === property_ids.length;
      return isSame && state.data !== undefined && property_ids.every((id, place) => asked.property_ids[place] === id);
    },
  });
  return ofSame.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]?.state.data as LetterPreview | undefined;
}

/** Which letters can be sent now, to whom, and why the others cannot. */
export const sendPreviewQuery = (asked: LettersToPreview) =>
  queryOptions({
    queryKey: ['property', '/letters/send/preview', asked] as readonly unknown[],
    queryFn: ({ signal }) => unwrap(propertyApi.POST('/letters/send/preview', { body: asked, signal })),
  });

/** Who of the firm approves which letters. */
export const letterSettingsQuery = get('property', '/letter_settings');

/** Templates of letters: the standard letter, then the firm's. */
export const letterTemplatesQuery = (archived = false) => get('property', '/letter_templates', { archived });

/** A template with its draft, what is wrong with it, and its versions. */
export const letterTemplateQuery = (templateId: string) => get('property', '/letter_templates/{template_id}', { template_id: templateId });

/** A published version with its text. */
export const letterTemplateVersionQuery = (templateId: string, number: number) =>
  get('property', '/letter_templates/{template_id}/versions/{number}', { template_id: templateId, number });

/** Which templates letters are made from when none is chosen. */
export const letterTemplateDefaultsQuery = get('property', '/letter_template_defaults');

/** The merge fields of templates, which change with releases only. */
export const letterTermsQuery = queryOptions({ ...get('property', '/letter_terms'), staleTime: Infinity });

type TemplateToPreview = components['schemas']['PreviewTemplateRequest'];

/** What a letter from a draft would say. */
export const templatePreviewQuery = (body: TemplateToPreview) =>
  queryOptions({
    queryKey: ['property', '/letter_templates/preview', body] as readonly unknown[],
    queryFn: ({ signal }) => unwrap(propertyApi.POST('/letter_templates/preview', { body, signal })),
    placeholderData: keepPreviousData,
  });
