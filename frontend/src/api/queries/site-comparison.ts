import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/parcel-lookup';
import { parcelApi, unwrap } from '../client';

type Request = components['schemas']['DossierRequest'];

/** Sites side by side. */
export const siteComparisonQuery = (request: Request) =>
  queryOptions({
    queryKey: ['site_comparisons', request],
    queryFn: ({ signal }) => unwrap(parcelApi.POST('/site_comparisons', { body: request, signal })),
    enabled: request.sites.length > 0,
  });
