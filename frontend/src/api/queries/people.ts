import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** People of the firm to whom work can be assigned. */
export const peopleQuery = queryOptions({ ...get('main', '/api/people'), select: (answer) => answer.people, staleTime: 300_000 });
