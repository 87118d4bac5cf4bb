import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../api/client';
import { calendarFeedQuery } from '../../api/queries/calendar-feed';

export function useCreateCalendarFeed() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(propertyApi.POST('/calendar_feed')),
    onSuccess: ({ created_at }) => cache.setQueryData(calendarFeedQuery.queryKey, { created_at }),
    // The response contains the secret address: it is forgotten with the tab.
    gcTime: 0,
  });
}

export function useEndCalendarFeed() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(propertyApi.POST('/calendar_feed/end')),
    onSuccess: (feed) => cache.setQueryData(calendarFeedQuery.queryKey, feed),
  });
}
