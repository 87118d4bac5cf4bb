import { Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../api/queries/parcels';
import { QueryPanel } from '../../../ui/query-panel';
import type { SectionProps } from '../inspect/sections';
import { AddAll } from './add-all';
import { SiteDiscards } from './site-discards';
import { SiteOwners } from './site-owners';

/** The owners of a site that the firm keeps as one, with the stage and offer of each. */
export function SiteSection({ llUuid, projectId, parcel: { site } }: SectionProps) {
  const kept = useQuery({ ...siteQuery(llUuid), enabled: Boolean(site) });
  if (!site) return null;
  return (
    <Stack gap={6} component="section" aria-label="Owners of the site">
      <Title order={3} size="h6">
        Owners of the site
      </Title>
      <QueryPanel
        query={kept}
        failure="The owners of the site could not be loaded."
        pending={<Loader size="xs" role="progressbar" aria-label="Loading the owners of the site" />}
      >
        {({ land }) =>
          land ? (
            <>
              <SiteOwners owners={land.owners} siteId={llUuid} />
              <SiteDiscards ll_uuids={land.ll_uuids} projectId={projectId} />
              <Group gap="xs">
                <AddAll ll_uuids={land.ll_uuids} projectId={projectId} />
              </Group>
              <Text size="xs" c="dimmed">
                A parcel that is in the project by itself has a stage and an offer of its own.
              </Text>
            </>
          ) : (
            <Text size="sm">Its owners are not told apart while a parcel of it is retired or missing.</Text>
          )
        }
      </QueryPanel>
    </Stack>
  );
}
