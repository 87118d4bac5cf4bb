import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dealsOfParcelsQuery } from '../../../api/queries/deals';
import { acres, grouped } from '../../../lib/format';
import { QueryFailure } from '../../../ui/query-panel';
import { useMapPage } from '../map-page';
import type { AssemblageOwner } from './api';
import classes from './assemblage.module.css';
import { holdOutMeaning, workOf, type OwnerWork } from './owner-work';

interface Props {
  readonly owners: readonly AssemblageOwner[];
  /** The identity of a site that is kept as one, whose own deal is shown too. */
  readonly siteId?: string;
}

/** The owners of a site: their land, how far the work on each is, and who holds out. */
export function SiteOwners({ owners, siteId }: Props) {
  const { projectId } = useMapPage();
  const parcels = owners.flatMap(({ ll_uuids }) => ll_uuids);
  const deals = useQuery(dealsOfParcelsQuery(projectId, siteId === undefined ? parcels : [siteId, ...parcels]));
  const work = deals.data && workOf(owners, deals.data);
  const whole = siteId !== undefined && deals.data && workOf([{ ll_uuids: [siteId] }], deals.data)[0];
  const marked = owners.some(({ is_hold_out }, place) => is_hold_out || work?.[place]?.holdOut !== undefined);
  return (
    <>
      {whole && <Work label="The site as one: " work={whole} />}
      <QueryFailure query={deals} sentence="The owners' stages and offers could not be loaded." />
      <ul className={classes.owners} aria-label="Owners">
        {owners.map((owner, place) => (
          <Owner key={owner.ll_uuids[0]} owner={owner} work={work?.[place]} />
        ))}
      </ul>
      {marked && (
        <Text size="xs" c="dimmed">
          {holdOutMeaning}
        </Text>
      )}
    </>
  );
}

function Owner({ owner, work }: { readonly owner: AssemblageOwner; readonly work: OwnerWork | undefined }) {
  const count = owner.ll_uuids.length;
  const mark = work?.holdOut !== undefined ? 'Hold-out' : owner.is_hold_out && 'Potential hold-out';
  return (
    <li className={classes.owner}>
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Text size="xs" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {owner.owner ?? 'Owner not known'}
        </Text>
        {mark && (
          <Badge size="sm" color={mark === 'Hold-out' ? 'orange' : 'gray'} variant="light" style={{ flex: 'none' }}>
            {mark}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {owner.other_names.length > 0 && `Also written ${owner.other_names.join(', ')}. `}
        {acres(owner.acres)}, {count === 1 ? '1 parcel' : `${grouped(count)} parcels`}. {without(owner)}
      </Text>
      {work && <Work work={work} />}
      {work?.holdOut !== undefined && <Text size="xs">{work.holdOut}.</Text>}
    </li>
  );
}

function Work({ label = '', work: { stage, offers } }: { readonly label?: string; readonly work: OwnerWork }) {
  return (
    <Text size="xs" className="tabular" style={{ overflowWrap: 'anywhere' }}>
      {label}
      {[stage, ...offers].join(' · ')}
    </Text>
  );
}

function without({ acres_without, parts_without }: AssemblageOwner): string {
  if (parts_without === 0) return 'The only owner.';
  const left = `Without it ${acres(acres_without)}`;
  return parts_without > 1 ? `${left} in ${parts_without} parts.` : `${left}.`;
}
