import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import { calendarFeedQuery } from '../../api/queries/calendar-feed';
import { date } from '../../lib/format';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { useCreateCalendarFeed, useEndCalendarFeed } from './calendar-api';
import { SecretAddress } from './secret-address';

/** The secret address at which calendars read the user's tasks. */
export function CalendarSection() {
  const feed = useQuery(calendarFeedQuery);
  return (
    <section aria-labelledby="calendar-feed">
      <Title order={3} size="sm" id="calendar-feed">
        Calendar
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        A secret address that a calendar (Google, Outlook, Apple) subscribes to: your tasks, your next steps, and the deadlines of your
        letters and deals. Calendars refresh in hours. Whoever has the address can read them until you end it; prices and contacts are not
        in it, but titles are as people wrote them.
      </Text>
      <QueryPanel query={feed} failure={sentenceOf(feed.error, 'The calendar could not be loaded.')} pending={<Skeleton h={60} />}>
        {({ created_at }) => <CalendarAddress since={created_at} />}
      </QueryPanel>
    </section>
  );
}

function CalendarAddress({ since }: { readonly since: string | null }) {
  const create = useCreateCalendarFeed();
  const end = useEndCalendarFeed();
  const confirm = useConfirm();
  const notice = useNotice();

  async function make(): Promise<void> {
    const sentence = 'Make a new address? The present one stops working.';
    if (since && !(await confirm({ sentence, confirm: 'Make a new address', cancel: 'Keep' }))) return;
    create.mutate(undefined, {
      onError: (reason) => notice.alert(sentenceOf(reason, 'The address could not be made. Please try again.')),
    });
  }

  async function stop(): Promise<void> {
    const sentence = 'End the calendar? Its address stops working.';
    if (!(await confirm({ sentence, confirm: 'End Calendar', cancel: 'Keep' }))) return;
    end.mutate(undefined, {
      onSuccess: () => create.reset(),
      onError: (reason) => notice.alert(sentenceOf(reason, 'The calendar could not be ended. Please try again.')),
    });
  }

  return (
    <>
      {create.data && <SecretAddress url={create.data.url} label="Address of the calendar" />}
      <Text size="sm" mb="xs">
        {since ? `You have a calendar since ${date(since)}.` : 'You have no calendar.'}
      </Text>
      <Group>
        <Button variant="default" loading={create.isPending} onClick={() => void make()}>
          {since ? 'Make a new address' : 'Create Calendar'}
        </Button>
        {since && (
          <Button variant="default" loading={end.isPending} onClick={() => void stop()}>
            End Calendar
          </Button>
        )}
      </Group>
    </>
  );
}
