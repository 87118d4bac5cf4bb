import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/main-api';
import { get } from './query';

type ListPlace = components['schemas']['ListPlace'];

/** The saved views of a list: the person's own and the firm's. */
export const listViewsQuery = (place: ListPlace) =>
  queryOptions({ ...get('main', '/api/list_views', { place }), select: (answer) => answer.list_views });
