import { Button, Group, Input, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import { parcelWatchQuery } from '../../api/queries/parcel-changes';
import { date } from '../../lib/format';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { CalendarSection } from './calendar-section';
import { useCreateParcelFeed, useRevokeParcelFeed, useUpdateParcelWatch, type DigestFrequency } from './parcel-watch-api';
import { SecretAddress } from './secret-address';

const frequencies: { value: DigestFrequency; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly, on Mondays' },
];

/** How the user hears of changes of the firm's parcels. */
export function NotificationsTab() {
  const settings = useQuery(parcelWatchQuery);
  return (
    <QueryPanel
      query={settings}
      failure={sentenceOf(settings.error, 'Failed to load notification settings')}
      pending={<Skeleton h={200} />}
    >
      {({ digest, feed_created_at }) => (
        <Stack gap="xl" maw={640}>
          <Text>
            When county records are imported, changes of the parcels that your firm saved or discarded are listed under the bell: owner,
            sale, split, merge, zoning, flood zone (as the county records it) and value; when a flood map is imported or removed, parcels
            with another flood zone than before. Of each saved search it is listed how many parcels newly match it, and how many that
            matched have another owner, sale, zoning or flood zone, are gone, or no longer match.
          </Text>
          <Digest digest={digest} />
          <Feed since={feed_created_at} />
          <CalendarSection />
        </Stack>
      )}
    </QueryPanel>
  );
}

function Digest({ digest }: { readonly digest: DigestFrequency }) {
  const update = useUpdateParcelWatch();
  const notice = useNotice();
  function choose(value: string): void {
    const chosen = frequencies.find((frequency) => frequency.value === value);
    if (!chosen) return;
    update.mutate(chosen.value, { onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to change the digest')) });
  }
  return (
    <Input.Wrapper label="Email digest" description="Sent only when there is something that you have not read." labelElement="div">
      <SegmentedControl
        mt="xs"
        aria-label="Email digest"
        data={frequencies}
        value={update.isPending ? update.variables : digest}
        onChange={choose}
      />
    </Input.Wrapper>
  );
}

function Feed({ since }: { readonly since: string | null }) {
  const create = useCreateParcelFeed();
  const revoke = useRevokeParcelFeed();
  const confirm = useConfirm();
  const notice = useNotice();

  async function make(): Promise<void> {
    const sentence = 'Replace the feed? Its present address stops working.';
    if (since && !(await confirm({ sentence, confirm: 'Replace', cancel: 'Keep' }))) return;
    create.mutate(undefined, { onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to create the feed')) });
  }

  async function end(): Promise<void> {
    if (!(await confirm({ sentence: 'End the feed? Its address stops working.', confirm: 'End Feed', cancel: 'Keep' }))) return;
    revoke.mutate(undefined, {
      onSuccess: () => create.reset(),
      onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to end the feed')),
    });
  }

  return (
    <section aria-labelledby="parcel-feed">
      <Title order={3} size="sm" id="parcel-feed">
        Feed
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        A secret address (Atom) for a feed reader or a chat channel. Whoever has it can read the parcel changes of your firm and what its
        saved searches newly find.
      </Text>
      {create.data && <SecretAddress url={create.data.url} label="Address of the feed" />}
      <Text size="sm" mb="xs">
        {since ? `You have a feed since ${date(since)}.` : 'You have no feed.'}
      </Text>
      <Group>
        <Button variant="default" loading={create.isPending} onClick={() => void make()}>
          {since ? 'Replace Feed' : 'Create Feed'}
        </Button>
        {since && (
          <Button variant="default" loading={revoke.isPending} onClick={() => void end()}>
            End Feed
          </Button>
        )}
      </Group>
    </section>
  );
}
