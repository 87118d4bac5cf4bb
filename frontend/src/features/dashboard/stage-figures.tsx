import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import { pipelineQuery } from '../../api/queries/deals';
import { currency, grouped } from '../../lib/format';
import { DataTable, type Column } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { paths } from '../../lib/paths';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

const columns: readonly Column[] = [
  { label: 'Stage' },
  { label: 'Deals', numeric: true },
  { label: 'Offers', numeric: true },
  { label: 'Median days', numeric: true },
  { label: 'Stalled', numeric: true },
];

/** The deals of all projects by stage. */
export function StageFigures() {
  const pipeline = useQuery(pipelineQuery);
  return (
    <Panel title="Pipeline">
      <QueryPanel query={pipeline} failure={sentenceOf(pipeline.error, 'The pipeline could not be loaded.')} pending={<Skeleton h={120} />}>
        {({ stages: all }) =>
          all.length === 0 ? (
            <Text size="sm" c="dimmed">
              No deals yet. Add parcels to a project to see them here.
            </Text>
          ) : (
            <>
              <DataTable caption="Deals by stage" columns={columns}>
                {all.map(({ milestone, name, count, offer_value, median_age_days, stalled }) => (
                  <Table.Tr key={`${milestone ?? ''} ${name}`}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td ta="right">
                      <FigureLink
                        to={paths.deals(milestone ? { milestone, of: name } : { stage_name: name, of: name })}
                        label={`${name}: ${grouped(count)} deals`}
                      >
                        {grouped(count)}
                      </FigureLink>
                    </Table.Td>
                    <Table.Td ta="right">{offer_value === null ? unknown : currency(offer_value)}</Table.Td>
                    <Table.Td ta="right">{median_age_days === null ? unknown : grouped(Math.floor(median_age_days))}</Table.Td>
                    <Table.Td ta="right">{grouped(stalled)}</Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
              <Text size="xs" c="dimmed" mt="xs">
                Deals of all projects. Offers are summed where they are known.
              </Text>
            </>
          )
        }
      </QueryPanel>
    </Panel>
  );
}

/** No deal of the stage has an offer, or there is none. */
const unknown = '—';
