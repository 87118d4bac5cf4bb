import { Group, Loader, Modal, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { siteComparisonQuery } from '../../../api/queries/site-comparison';
import { useFocusBack } from '../../../ui/focus-back';
import { QueryPanel } from '../../../ui/query-panel';
import { useBuildableOptions } from '../buildable/use-options';
import { GrowthChoice } from '../growth/growth-choice';
import { sitesOf } from './api';
import { CompareTable } from './compare-table';
import { DossierButtons } from './dossier-buttons';
import { mostSites } from './limits';

export interface Choice {
  readonly llUuid: string;
  readonly label: string;
}

interface Props {
  readonly projectId: string;
  /** Parcels that can be chosen. */
  readonly choices: readonly Choice[];
  /** Parcels that are chosen at first. */
  readonly first: readonly string[];
  /** The search whose scores are compared, and the growth run that it used. */
  readonly search?: { readonly runId: string; readonly growthRunId: string | null } | undefined;
  readonly onClose: () => void;
}

/** Up to six sites side by side, and their dossier. */
export function CompareSites({ projectId, choices, first, search, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(first.slice(0, mostSites));
  const [growth, setGrowth] = useState(search?.growthRunId ?? null);
  const [sources, setSources] = useState(false);
  useFocusBack();
  const { options } = useBuildableOptions(projectId);
  const request = {
    project_id: projectId,
    sites: sitesOf(chosen),
    ...(options && { buildable: options }),
    ...(growth !== null && { growth_run_id: growth }),
    ...(search && { search_run_id: search.runId }),
  };
  const comparison = useQuery({ ...siteComparisonQuery(request), enabled: chosen.length > 0 && options !== undefined });
  return (
    <Modal opened fullScreen title="Compare sites" onClose={onClose}>
      <Stack gap="xs">
        <Group gap="sm" align="flex-start">
          <MultiSelect
            flex="1 1 320px"
            size="xs"
            label={`Sites, up to ${mostSites}`}
            searchable
            hidePickedOptions
            maxValues={mostSites}
            limit={100}
            nothingFoundMessage="No such parcel"
            data={choices.map(({ llUuid, label }) => ({ value: llUuid, label }))}
            value={[...chosen]}
            onChange={setChosen}
            {...(first.length === 0 && { 'data-autofocus': true })}
          />
          <GrowthChoice runId={growth} empty="None: the chance is unknown" onChoose={setGrowth} />
        </Group>
        <Group justify="space-between" gap="xs">
          <Switch size="xs" label="Sources and dates" checked={sources} onChange={(event) => setSources(event.currentTarget.checked)} />
          <DossierButtons request={request} />
        </Group>
        {chosen.length === 0 ? (
          <Text size="sm">Choose one to six parcels.</Text>
        ) : (
          <QueryPanel
            query={comparison}
            failure="The sites could not be compared."
            pending={<Loader size="sm" role="progressbar" aria-label="Comparing the sites" />}
          >
            {(loaded) => <CompareTable comparison={loaded} sources={sources} />}
          </QueryPanel>
        )}
      </Stack>
    </Modal>
  );
}
