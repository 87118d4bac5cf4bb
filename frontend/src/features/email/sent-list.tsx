import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sentEmailsQuery } from '../../api/queries/emails';
import type { PropertyRef } from '../../api/queries/properties';
import { dateTime } from '../../lib/format';
import { OutcomeBadge } from '../../ui/outcome-badge';
import { QueryPanel } from '../../ui/query-panel';
import { useAskedFor, useAskedId } from '../../ui/use-asked-for';
import type { SentEmail } from './api';
import classes from './email.module.css';

/** Messages about the property, newest first, with each recipient's outcome. */
export function SentList({ about }: { readonly about: PropertyRef }) {
  const sent = useInfiniteQuery(sentEmailsQuery(about));
  const askedId = useAskedId('email_id');
  const { hasNextPage, isFetching, isError, fetchNextPage } = sent;
  const isMissing = askedId !== null && sent.data?.pages.every(({ emails }) => emails.every(({ email_id }) => email_id !== askedId));
  // A message that is asked for may be on a later page.
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <section aria-label="Sent">
      <Title order={2} size="h4" mb="sm">
        Sent
      </Title>
      <QueryPanel query={sent} failure="The sent messages could not be loaded." pending={<Skeleton h={96} />}>
        {({ pages }) => (
          <Emails emails={pages.flatMap((page) => page.emails)} askedId={askedId} written={pages[0]?.mail_mode === 'folder'} />
        )}
      </QueryPanel>
      {sent.hasNextPage && (
        <Button variant="default" size="xs" mt="sm" loading={sent.isFetchingNextPage} onClick={() => void sent.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}

interface EmailsProps {
  readonly emails: readonly SentEmail[];
  readonly askedId: string | null;
  readonly written: boolean;
}

function Emails({ emails, askedId, written }: EmailsProps) {
  if (emails.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing has been sent about this property yet.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {emails.map((email) => (
        <Sent key={email.email_id} email={email} isAsked={email.email_id === askedId} written={written} />
      ))}
    </Stack>
  );
}

interface SentProps {
  readonly email: SentEmail;
  /** Whether a link asks for it. */
  readonly isAsked: boolean;
  readonly written: boolean;
}

function Sent({ email, isAsked, written }: SentProps) {
  const message = useAskedFor<HTMLElement>(isAsked);
  return (
    <article ref={message} tabIndex={-1} className={classes.sent}>
      <Text size="sm" fw={600}>
        {email.subject}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {dateTime(email.created_at)}
        {email.sender_name && ` · From ${email.sender_name}`}
      </Text>
      {email.recipients.map((recipient) => (
        <div key={recipient.email}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {recipient.is_copy && <span>Copy: </span>}
              {recipient.email}
            </Text>
            <OutcomeBadge outcome={recipient.outcome} written={written} />
          </Group>
          {recipient.reason && (
            <Text size="xs" c="dimmed">
              {recipient.reason}
            </Text>
          )}
        </div>
      ))}
      {email.attachments.map((name) => (
        <Group key={name} gap={4} wrap="nowrap" mt={4}>
          <IconPaperclip size={14} aria-hidden />
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Group>
      ))}
    </article>
  );
}
