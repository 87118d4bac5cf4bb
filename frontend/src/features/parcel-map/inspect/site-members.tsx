import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { components } from '../../../api/generated/parcel-lookup';
import { acres } from '../../../lib/format';
import { siteWords } from '../../../lib/site';
import { Value } from '../../../ui/value';
import { useMapPage } from '../map-page';
import classes from './inspect.module.css';

type Site = components['schemas']['SiteOfParcels'];
type Member = components['schemas']['SiteMember'];

/** Sums that are not given unless every parcel has the value. */
const sums = [
  ['ll_gisacre', 'Lot area'],
  ['parval', 'Total value'],
  ['landval', 'Land value'],
  ['improvval', 'Improvement value'],
  ['sqft', 'Building area'],
] as const;

/** The parcels of a site, each of which can be inspected, and what is not known of all of them. */
export function SiteMembers({ site }: { readonly site: Site }) {
  const unknown = sums.filter(([key]) => site.known[key] > 0 && site.known[key] < site.parcels);
  return (
    <Stack gap={4} component="section" aria-label="Parcels of the site">
      <Title order={3} size="h6">
        {siteWords(site.parcels)}
        {site.name !== null && `: ${site.name}`}
      </Title>
      <ul className={classes.members} aria-label="Parcels">
        {site.members.map((member) => (
          <Row key={member.ll_uuid} member={member} />
        ))}
      </ul>
      {unknown.map(([key, label]) => (
        <Text key={key} size="xs" c="dimmed">
          {label} is known of {site.known[key]} of {site.parcels} parcels.
        </Text>
      ))}
      {site.missing.length > 0 && (
        <Text size="sm" role="note">
          {site.missing.length === 1 ? 'One parcel' : `${site.missing.length} parcels`} of the site no longer exist in any source.
        </Text>
      )}
    </Stack>
  );
}

function Row({ member }: { readonly member: Member }) {
  const { inspect } = useMapPage();
  const words = [member.address ?? 'No street address', member.retired_at !== null && 'Retired'].filter(Boolean);
  return (
    <li>
      <UnstyledButton className={classes.member ?? ''} aria-label={`Inspect ${member.parcelnumb}`} onClick={() => inspect(member.ll_uuid)}>
        <span className={classes.memberName}>
          <Text size="sm" truncate>
            {member.parcelnumb}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {words.join(' · ')}
          </Text>
        </span>
        <Text size="sm" className="tabular">
          <Value>{acres(member.ll_gisacre)}</Value>
        </Text>
      </UnstyledButton>
    </li>
  );
}
