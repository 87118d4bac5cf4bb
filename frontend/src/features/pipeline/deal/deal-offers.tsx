import { Anchor, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sentenceOf } from '../../../api/client';
import { offersQuery } from '../../../api/queries/deals';
import { currency, dateTime } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { QueryPanel } from '../../../ui/query-panel';
import { Fold } from '../../../ui/fold';
import type { Offer } from './api';
import classes from './deal.module.css';
import { OfferComps } from './offer-comps';
import { basisWords } from './words';

/** What was offered for the property, in every project. */
export function DealOffers({ propertyId }: { readonly propertyId: string }) {
  return <Fold title="Offers">{() => <Offers propertyId={propertyId} />}</Fold>;
}

function Offers({ propertyId }: { readonly propertyId: string }) {
  const offers = useQuery(offersQuery(propertyId));
  return (
    <QueryPanel query={offers} failure={sentenceOf(offers.error, 'The offers could not be loaded.')} pending={<Skeleton h={80} />}>
      {(all) =>
        all.length === 0 ? (
          <Text size="sm" c="dimmed">
            No offers yet.
          </Text>
        ) : (
          <ul className={classes.list} aria-label="Offers">
            {all.map((offer) => (
              <OfferLine key={offer.offer_id} offer={offer} />
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}

function OfferLine({ offer }: { readonly offer: Offer }) {
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} className="tabular">
          {offer.amount === null ? 'Cleared' : currency(offer.amount)}
        </Text>
        <Text size="xs" c="dimmed">
          {offer.side === 'seller' ? "Seller's price" : 'Our offer'} · {basisWords[offer.basis]}
        </Text>
      </Group>
      <Text size="sm">{offer.reason}</Text>
      <Text size="xs" c="dimmed">
        {offer.actor_name}, {dateTime(offer.at)}
        {offer.letter_id && (
          <>
            {' · '}
            <Anchor component={Link} to={paths.letters(null, { letter_id: offer.letter_id })} inherit underline="always">
              Letter
            </Anchor>
          </>
        )}
      </Text>
      {offer.comp_snapshot_id && <OfferComps snapshotId={offer.comp_snapshot_id} changed={offer.comps_changed} />}
    </li>
  );
}
