import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { pipelineQuery } from '../../api/queries/deals';
import { counted, currency, grouped } from '../../lib/format';
import { DataTable, type Column } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { paths } from '../../lib/paths';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

type StageFigure = components['schemas']['PipelineStage'];

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
                {all.map((stage) => (
                  <StageRow key={`${stage.milestone ?? ''} ${stage.name}`} stage={stage} />
                ))}
              </DataTable>
              <Text size="xs" c="dimmed" mt="xs">
                Deals of all projects. Offers are summed where they are known; of a site and its parcels, the site’s offer only.
              </Text>
            </>
          )
        }
      </QueryPanel>
    </Panel>
  );
}

/** Its deals, and those of them that are stalled. The list shows those that are in the stage for longest first. */
function StageRow({ stage }: { readonly stage: StageFigure }) {
  const { milestone, name, count, offer_value, median_age_days, stalled } = stage;
  const ofStage = { ...(milestone ? { milestone } : { stage_name: name }), of: name };
  const deals = paths.deals(ofStage);
  const days = median_age_days === null ? undefined : Math.floor(median_age_days);
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td ta="right">
        <FigureLink to={deals} label={`${name}: ${counted(count, 'deal')}`}>
          {grouped(count)}
        </FigureLink>
      </Table.Td>
      <Table.Td ta="right">
        {offer_value === null ? (
          unknown
        ) : (
          <FigureLink to={deals} label={`${name}: offers of ${currency(offer_value)}`}>
            {currency(offer_value)}
          </FigureLink>
        )}
      </Table.Td>
      <Table.Td ta="right">
        {days === undefined ? (
          unknown
        ) : (
          <FigureLink to={deals} label={`${name}: in the stage for ${counted(days, 'day')}, the median`}>
            {grouped(days)}
          </FigureLink>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <FigureLink to={paths.deals({ ...ofStage, stalled: 'true' })} label={`${name}: ${counted(stalled, 'stalled deal')}`}>
          {grouped(stalled)}
        </FigureLink>
      </Table.Td>
    </Table.Tr>
  );
}

/** No deal of the stage has an offer, or there is none. */
const unknown = '—';
