import { Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { workFiguresQuery } from '../../api/queries/deals';
import { currency, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { DataTable, type Column } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

type OffersOut = components['schemas']['OffersOut'];

const columns: readonly Column[] = [{ label: 'Sent' }, { label: 'Letters', numeric: true }, { label: 'Offers', numeric: true }];

/** Letters that are out by age, those that expire soon, and stalled deals. */
export function OfferFigures() {
  const figures = useQuery(workFiguresQuery);
  return (
    <Panel title="Offers out">
      <QueryPanel query={figures} failure={sentenceOf(figures.error, 'The offers could not be loaded.')} pending={<Skeleton h={120} />}>
        {({ offers_out, expiring, stalled }) => (
          <Stack gap="sm">
            <DataTable caption="Offers out by age" columns={columns}>
              {offers_out.map((age) => (
                <Table.Tr key={age.days_min}>
                  <Table.Td>{ageWords(age)}</Table.Td>
                  <Table.Td ta="right">
                    <FigureLink to={listOf(age)} label={`${grouped(age.count)} letters sent ${ageWords(age)}`}>
                      {grouped(age.count)}
                    </FigureLink>
                  </Table.Td>
                  <Table.Td ta="right">{currency(age.price)}</Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
            <Text size="sm">
              <FigureLink
                to={paths.letters(null, { out: 'true', expires_within: String(expiring.expires_within) })}
                label={`${letters(expiring.count)} within ${expiring.expires_within} days`}
              >
                {letters(expiring.count)} within {expiring.expires_within} days
              </FigureLink>
              {expiring.count > 0 && `, ${currency(expiring.price)}`}
            </Text>
            <Text size="sm">
              <FigureLink to={paths.deals({ stalled: 'true' })} label={deals(stalled.count)}>
                {deals(stalled.count)}
              </FigureLink>
              {stalled.offer_value !== null && `, ${currency(stalled.offer_value)}`}
            </Text>
          </Stack>
        )}
      </QueryPanel>
    </Panel>
  );
}

const ageWords = ({ days_min, days_max }: OffersOut): string =>
  days_max === null ? `more than ${days_min - 1} days ago` : `${days_min} to ${days_max} days ago`;

const listOf = ({ days_min, days_max }: OffersOut): string =>
  paths.letters(null, { out: 'true', sent_days_min: String(days_min), sent_days_max: days_max === null ? null : String(days_max) });

const letters = (count: number): string => (count === 1 ? '1 letter expires' : `${grouped(count)} letters expire`);
const deals = (count: number): string => (count === 1 ? '1 stalled deal' : `${grouped(count)} stalled deals`);
