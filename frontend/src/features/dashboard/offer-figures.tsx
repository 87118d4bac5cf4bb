import { Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import type { components } from '../../api/generated/property-api';
import { workFiguresQuery } from '../../api/queries/deals';
import { counted, currency, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { DataTable, type Column } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { FigureLink } from './figure-link';
import { Panel } from './panel';

type OffersOut = components['schemas']['OffersOut'];
type Expiring = components['schemas']['ExpiringLetters'];
type Stalled = components['schemas']['StalledDeals'];

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
                    <FigureLink to={listOf(age)} label={`${counted(age.count, 'letter')} sent ${ageWords(age)}`}>
                      {grouped(age.count)}
                    </FigureLink>
                  </Table.Td>
                  <Table.Td ta="right">
                    <FigureLink to={listOf(age)} label={`Offers of ${currency(age.price)} sent ${ageWords(age)}`}>
                      {currency(age.price)}
                    </FigureLink>
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
            <Text size="sm">
              <FigureLink to={paths.letters(null, { out: 'true', expires_within: String(expiring.expires_within) })}>
                {expires(expiring)}
              </FigureLink>
            </Text>
            <Text size="sm">
              <FigureLink to={paths.deals({ stalled: 'true' })}>{stalledWords(stalled)}</FigureLink>
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

/** '2 letters expire within 7 days, $500,000'. */
function expires({ count, expires_within, price }: Expiring): string {
  const letters = count === 1 ? '1 letter expires' : `${grouped(count)} letters expire`;
  return `${letters} within ${counted(expires_within, 'day')}${count > 0 ? `, ${currency(price)}` : ''}`;
}

const stalledWords = ({ count, offer_value }: Stalled): string =>
  counted(count, 'stalled deal') + (offer_value === null ? '' : `, ${currency(offer_value)}`);
