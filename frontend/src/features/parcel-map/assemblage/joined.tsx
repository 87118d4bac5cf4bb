import { Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { ApiProblem } from '../../../api/client';
import { acres } from '../../../lib/format';
import { BuildableResult } from '../buildable/buildable-result';
import { useBuildableOptions } from '../buildable/use-options';
import { useMapPage } from '../map-page';
import { OnMap } from '../on-map';
import type { Summary } from '../selection/api';
import { AddSite } from './add-site';
import { useJoin } from './api';
import { SiteFacts } from './site-facts';
import { SiteLayer } from './site-layer';

/** Selected parcels as one site: measures, owners, hold-outs, and what can be built on all of it. */
export function Joined({ summary }: { readonly summary: Summary }) {
  const { projectId } = useMapPage();
  const { mutate, data, error, isError } = useJoin();
  const { options } = useBuildableOptions(projectId);
  useEffect(() => {
    if (options) mutate({ summary, options });
  }, [summary, options, mutate]);
  if (isError) {
    return (
      <Text size="sm" role="alert">
        {error instanceof ApiProblem ? error.message : 'The site could not be measured. Please try again.'}
      </Text>
    );
  }
  if (!data) return <Loader size="sm" role="progressbar" aria-label="Measuring the site" />;
  return (
    <Stack gap="xs" component="section" aria-label="One site">
      <Text fw={600}>{acres(data.site.acres)} as one site</Text>
      <SiteFacts site={data.site} />
      <AddSite site={data.site} projectId={projectId} />
      <BuildableResult result={data.buildable} />
      <OnMap>
        <SiteLayer sites={[data.site]} marked={0} />
      </OnMap>
    </Stack>
  );
}
