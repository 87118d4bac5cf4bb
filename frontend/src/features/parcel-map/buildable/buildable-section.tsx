import { Button, Group, Loader, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildableQuery } from '../../../api/queries/parcels';
import { QueryPanel } from '../../../ui/query-panel';
import type { SectionProps } from '../inspect/sections';
import { OnMap } from '../on-map';
import { BuildableLayer } from './buildable-layer';
import { BuildableResult } from './buildable-result';
import { OptionsForm } from './options-form';
import { useBuildableOptions } from './use-options';

/** Net buildable area of a parcel: calculated when it is wanted, since public services may be asked for it. */
export function BuildableSection({ llUuid, projectId }: SectionProps) {
  const [open, setOpen] = useState(false);
  return (
    <Stack gap="xs" component="section" aria-label="Buildable area">
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h6">
          Buildable area
        </Title>
        <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </Button>
      </Group>
      {open && <Calculation llUuid={llUuid} projectId={projectId} />}
    </Stack>
  );
}

function Calculation({ llUuid, projectId }: Pick<SectionProps, 'llUuid' | 'projectId'>) {
  const { options, choose } = useBuildableOptions(projectId);
  const result = useQuery({ ...buildableQuery(llUuid, options ?? {}), enabled: options !== undefined });
  return (
    <>
      <QueryPanel
        query={result}
        failure="The buildable area could not be calculated."
        pending={<Loader size="sm" role="progressbar" aria-label="Calculating the buildable area" />}
      >
        {(loaded) => (
          <>
            <BuildableResult result={loaded} />
            <OnMap>
              <BuildableLayer result={loaded} />
            </OnMap>
          </>
        )}
      </QueryPanel>
      {options && <OptionsForm options={options} onOptions={choose} />}
    </>
  );
}
