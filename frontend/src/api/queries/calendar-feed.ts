import { queryOptions } from '@tanstack/react-query';
import { get } from './query';

/** Since when the user has a calendar feed. */
export const calendarFeedQuery = queryOptions(get('property', '/calendar_feed'));
