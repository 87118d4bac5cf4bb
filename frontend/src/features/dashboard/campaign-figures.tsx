import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { workFiguresQuery } from '../../api/queries/deals';
import { date, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { DataTable, type Column } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

const columns: readonly Column[] = [
  { label: 'Campaign' },
  { label: 'Reached', numeric: true },
  { label: 'Responded', numeric: true },
  { label: 'Rate', numeric: true },
];

const rate = (responded: number, reached: number): string => `${Math.round((100 * responded) / reached)}%`;

/** What came of the newest campaigns to owners. Which contact of the directory answered one is not known, so those to them are left out. */
export function CampaignFigures() {
  const figures = useQuery(workFiguresQuery);
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
                {campaigns.map(({ campaign_id, project_id, subject, created_at, reached, responded }) => (
                  <Table.Tr key={campaign_id}>
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
                      <FigureLink
                        to={paths.deals({ campaign_id, responded: 'true', of: subject })}
                        label={`${subject}: ${grouped(responded)} responded`}
                      >
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
                ))}
              </DataTable>
              <Text size="xs" c="dimmed" mt="xs">
                Responded: a letter of the property was opened by a person or answered after the campaign. Answers by mail are not counted,
                and campaigns to contacts of the directory are not listed.
              </Text>
            </>
          )
        }
      </QueryPanel>
    </Panel>
  );
}
