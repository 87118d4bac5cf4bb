import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import type { Deal } from './api';

/** The site that the deal's parcel is part of, whose offer is summed instead; nothing of other deals. */
export function SiteOfDeal({ deal: { site, project_id } }: { readonly deal: Pick<Deal, 'site' | 'project_id'> }) {
  if (!site) return null;
  return (
    <Text size="xs" c="dimmed" title="Sums have the offer of the site, not of its parcels.">
      Part of site{' '}
      <Anchor component={Link} to={paths.property(site.parcel_number, { project_id })} inherit>
        {site.parcel_number}
      </Anchor>
    </Text>
  );
}
