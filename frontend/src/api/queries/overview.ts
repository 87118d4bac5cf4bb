import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** The firm's figures, and what happened last. */
export const dashboardQuery = get('main', '/api/dashboard');

/** What the firm's people did last, for the bell. */
export const latestActivityQuery = queryOptions({ ...get('main', '/api/activity', { limit: 12 }), select: (answer) => answer.activities });

/** How this installation is set up; it stays the same while the page is open. */
export const publicConfigQuery = queryOptions({ ...get('main', '/api/config'), staleTime: Infinity });
