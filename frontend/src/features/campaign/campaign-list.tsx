import { Anchor, Badge, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignRecipientsQuery } from '../../api/queries/campaigns';
import { sentenceOf } from '../../api/client';
import { dateTime } from '../../lib/format';
import { OutcomeBadge } from '../../ui/outcome-badge';
import { QueryPanel } from '../../ui/query-panel';
import { isRunning, type Campaign } from './api';
import classes from './campaign.module.css';

interface Props {
  readonly projectId: string | null;
  readonly campaigns: readonly Campaign[];
  /** Whether messages are only written to files. */
  readonly written: boolean;
}

/** The project's campaigns with their progress, newest first. */
export function CampaignList({ projectId, campaigns, written }: Props) {
  const [open, setOpen] = useState<string>();
  return (
    <section aria-label="Campaigns">
      <Title order={2} size="h4" mb="sm">
        Campaigns
      </Title>
      {campaigns.length === 0 && (
        <Text size="sm" c="dimmed">
          {projectId === null ? 'No campaign has been sent to contacts yet.' : 'No campaign has been sent in this project yet.'}
        </Text>
      )}
      <Stack gap="sm">
        {campaigns.map((campaign) => (
          <article key={campaign.campaign_id} className={classes.card}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {campaign.subject}
              </Text>
              <StateBadge campaign={campaign} />
            </Group>
            <Text size="xs" c="dimmed">
              {dateTime(campaign.created_at)} · {campaign.created_by}
            </Text>
            {isRunning(campaign) && (
              <Progress
                my="xs"
                size="sm"
                value={((campaign.total - campaign.queued) / Math.max(campaign.total, 1)) * 100}
                aria-label={`${campaign.total - campaign.queued} of ${campaign.total} done`}
              />
            )}
            <Text size="sm">{figures(campaign, written)}</Text>
            <Anchor
              component="button"
              size="sm"
              aria-expanded={open === campaign.campaign_id}
              onClick={() => setOpen(open === campaign.campaign_id ? undefined : campaign.campaign_id)}
            >
              {open === campaign.campaign_id ? 'Hide recipients' : 'Show recipients'}
            </Anchor>
            {open === campaign.campaign_id && <Outcomes projectId={projectId} campaignId={campaign.campaign_id} written={written} />}
          </article>
        ))}
      </Stack>
    </section>
  );
}

function StateBadge({ campaign }: { readonly campaign: Campaign }) {
  const [word, color] = campaign.undone > 0 ? ['Undone', 'gray'] : isRunning(campaign) ? ['Sending', 'blue'] : ['Finished', 'green'];
  return (
    <Badge variant="light" color={color} style={{ flexShrink: 0 }}>
      {word}
    </Badge>
  );
}

/** '2 sent, 1 queued'; zero counts are omitted. */
function figures(campaign: Campaign, written: boolean): string {
  const parts: readonly (readonly [number, string])[] = [
    [campaign.sent, written ? 'written to file' : 'sent'],
    [campaign.queued, 'queued'],
    [campaign.failed, 'failed'],
    [campaign.suppressed, 'unsubscribed'],
    [campaign.undone, 'not sent'],
  ];
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

function Outcomes({
  projectId,
  campaignId,
  written,
}: {
  readonly projectId: string | null;
  readonly campaignId: string;
  readonly written: boolean;
}) {
  const recipients = useQuery(campaignRecipientsQuery(projectId, campaignId));
  return (
    <Stack gap={4} mt="xs">
      <QueryPanel
        query={recipients}
        failure={sentenceOf(recipients.error, 'The recipients could not be loaded.')}
        pending={<Skeleton h={40} />}
      >
        {(all) =>
          all.map((recipient) => (
            <div key={recipient.email}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
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
          ))
        }
      </QueryPanel>
    </Stack>
  );
}
