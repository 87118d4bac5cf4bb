import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** The firm's figures and latest activity. */
export const dashboardQuery = get('main', '/api/dashboard');

/** Latest activity of the firm's users, for the notification bell. */
export const latestActivityQuery = queryOptions({ ...get('main', '/api/activity', { limit: 12 }), select: (answer) => answer.activities });

/** Configuration of this installation; constant while the page is open. */
export const publicConfigQuery = queryOptions({ ...get('main', '/api/config'), staleTime: Infinity });
