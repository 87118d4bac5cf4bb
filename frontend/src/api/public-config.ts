import { queryOptions } from '@tanstack/react-query';
import { mainApi, unwrap } from './client';

/** How this installation is set up; it stays the same while the page is open. */
export const publicConfig = queryOptions({
  queryKey: ['config'],
  queryFn: () => unwrap(mainApi.GET('/api/config')),
  staleTime: Infinity,
});
