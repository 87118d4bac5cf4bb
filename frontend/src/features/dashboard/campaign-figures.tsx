import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { olderCampaignsQuery, workFiguresQuery } from '../../api/queries/deals';
import { date, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { DataTable, type Column } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

const columns: readonly Column[] = [
  { label: 'Campaign' },
  { label: 'Reached', numeric: true },
  { label: 'Opened', numeric: true },
  { label: 'Responded', numeric: true },
  { label: 'Rate', numeric: true },
];

const rate = (responded: number, reached: number): string => `${Math.round((100 * responded) / reached)}%`;

/** What came of the newest campaigns to owners. Which contact of the directory answered one is not known, so those to them are left out. */
export function CampaignFigures() {
  const figures = useQuery(workFiguresQuery);
  const next = figures.data?.campaigns_next ?? null;
  const [isOlderShown, setOlderShown] = useState(false);
  const older = useInfiniteQuery({ ...olderCampaignsQuery(next ?? ''), enabled: isOlderShown && next !== null });
  const hasOlder = next !== null && (!isOlderShown || older.isFetching || older.isError || older.hasNextPage);

  function showOlder(): void {
    if (!isOlderShown) setOlderShown(true);
    else if (older.data) void older.fetchNextPage();
    else void older.refetch();
  }

  return (
    <Panel title="Campaigns to owners">
      <QueryPanel query={figures} failure={sentenceOf(figures.error, 'The campaigns could not be loaded.')} pending={<Skeleton h={120} />}>
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <Text size="sm" c="dimmed">
              No campaigns to owners yet.
            </Text>
          ) : (
            <>
              <DataTable caption="What came of campaigns to owners" columns={columns}>
                {[...campaigns, ...(next === null ? [] : olderOf(older.data))].map((campaign) => (
                  <CampaignRow key={campaign.campaign_id} campaign={campaign} />
                ))}
              </DataTable>
              {older.isError && (
                <Text size="sm" role="alert" mt={4}>
                  Older campaigns could not be loaded.
                </Text>
              )}
              {hasOlder && (
                <Button size="compact-xs" variant="subtle" mt={4} loading={older.isFetching} onClick={showOlder}>
                  {older.isError ? 'Try again' : 'Show older campaigns'}
                </Button>
              )}
              <Text size="xs" c="dimmed" mt="xs">
                After the campaign a letter of the property was opened by a person or answered (Opened), or answered (Responded; Rate is of
                these). Answers by mail are not counted, and campaigns to contacts of the directory are not listed.
              </Text>
            </>
          )
        }
      </QueryPanel>
    </Panel>
  );
}

type Schemas = components['schemas'];
type Campaign = Schemas['CampaignFigures'];

const olderOf = (older: InfiniteData<Schemas['CampaignFiguresPage']> | undefined): readonly Campaign[] =>
  older?.pages.flatMap(({ campaigns }) => campaigns) ?? [];

function CampaignRow({ campaign }: { readonly campaign: Campaign }) {
  const { campaign_id, project_id, subject, created_at, reached, opened, responded } = campaign;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={paths.emailCampaign(project_id)} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Anchor>
        <Text size="xs" c="dimmed">
          {date(created_at)}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        <FigureLink to={paths.deals({ campaign_id, of: subject })} label={`${subject}: ${grouped(reached)} reached`}>
          {grouped(reached)}
        </FigureLink>
      </Table.Td>
      <Table.Td ta="right">
        <FigureLink to={paths.deals({ campaign_id, opened: 'true', of: subject })} label={`${subject}: ${grouped(opened)} opened`}>
          {grouped(opened)}
        </FigureLink>
      </Table.Td>
      <Table.Td ta="right">
        <FigureLink to={paths.deals({ campaign_id, responded: 'true', of: subject })} label={`${subject}: ${grouped(responded)} responded`}>
          {grouped(responded)}
        </FigureLink>
      </Table.Td>
      <Table.Td ta="right">
        {reached === 0 ? (
          '—'
        ) : (
          <FigureLink
            to={paths.deals({ campaign_id, responded: 'true', of: subject })}
            label={`${subject}: ${rate(responded, reached)} responded`}
          >
            {rate(responded, reached)}
          </FigureLink>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
