import { Text } from '@mantine/core';
import { DiscardedParcel } from '../discards/discarded-parcel';
import { useDiscarded } from '../discards/use-discarded';
import { QueryFailure } from '../../../ui/query-panel';
import classes from './assemblage.module.css';

interface Props {
  readonly ll_uuids: readonly string[];
  readonly projectId: string;
}

/** The parcels of a site that the project discarded, such as after the search, and what adding does with them. */
export function SiteDiscards({ ll_uuids, projectId }: Props) {
  const { discards, holding, failure } = useDiscarded(projectId, ll_uuids);
  return (
    <>
      <QueryFailure query={failure} sentence="The discards of the project could not be loaded. 'Add All' leaves them out." />
      {discards.size > 0 && (
        <ul className={classes.owners} aria-label="Discarded parcels of the site">
          {[...discards].map(([id, discard]) => (
            <li key={id} className={classes.owner}>
              {discard && (
                <Text size="xs" fw={600}>
                  {discard.facts.address ?? `Parcel ${discard.facts.parcelnumb}`}
                </Text>
              )}
              <DiscardedParcel projectId={projectId} llUuid={id} discard={discard} />
            </li>
          ))}
        </ul>
      )}
      {holding.size > 0 && (
        <Text size="xs" c="dimmed">
          &apos;Add All&apos; leaves out what is discarded. Adding the site as one ends the discards of its parcels.
        </Text>
      )}
    </>
  );
}
