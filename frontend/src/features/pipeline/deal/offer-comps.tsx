import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { compSnapshotQuery } from '../../../api/queries/deals';
import { calendarDay, currency } from '../../../lib/format';
import { QueryPanel } from '../../../ui/query-panel';
import classes from './deal.module.css';

interface Props {
  readonly snapshotId: string;
  /** The property's comparable sales are no longer the ones of the offer. */
  readonly changed: boolean;
}

/** The comparable sales of an offer, as they were when it was made. */
export function OfferComps({ snapshotId, changed }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Text size="xs" c="dimmed">
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Its comparable sales
        </Anchor>
        {changed && ' · Comps changed since'}
      </Text>
      <div id={id}>{open && <Sales snapshotId={snapshotId} />}</div>
    </>
  );
}

function Sales({ snapshotId }: { readonly snapshotId: string }) {
  const frozen = useQuery(compSnapshotQuery(snapshotId));
  return (
    <QueryPanel
      query={frozen}
      failure={sentenceOf(frozen.error, 'The comparable sales could not be loaded.')}
      pending={<Skeleton h={60} />}
    >
      {({ items }) => (
        <ul className={classes.list} aria-label="Comparable sales of the offer">
          {items.map(({ comp, adjusted_price, not_counted, excluded_reason }) => (
            <li key={comp.comp_id}>
              <Text size="xs" td={not_counted ? 'line-through' : undefined}>
                {comp.address ?? comp.parcel_number ?? 'Sale'}, {calendarDay(comp.sale_date)}: {currency(comp.price)}, adjusted{' '}
                {currency(adjusted_price)}
              </Text>
              {not_counted && (
                <Text size="xs" c="dimmed">
                  Not counted{excluded_reason ? `: ${excluded_reason}` : ''}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}
