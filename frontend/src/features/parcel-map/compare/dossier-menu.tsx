import { ActionIcon, Menu } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ParcelWithUnits } from '../api';
import { useBuildableOptions } from '../buildable/use-options';
import { useStanding } from '../criteria/results/use-standing';
import { useRunAround } from '../growth/runs';
import { sitesOf, useDossier } from './api';

interface Props {
  readonly projectId: string;
  readonly parcel: ParcelWithUnits;
}

/** Saves the dossier of one parcel, with the growth, the score and the buildable area that its panel shows. */
export function DossierMenu({ projectId, parcel }: Props) {
  const { making, make } = useDossier();
  const { run: growth } = useRunAround(parcel);
  const standing = useStanding(parcel.ll_uuid);
  const { options } = useBuildableOptions(projectId);
  const request = {
    project_id: projectId,
    sites: sitesOf([parcel.ll_uuid]),
    ...(options && { buildable: options }),
    ...(growth && { growth_run_id: growth.run_id }),
    ...(standing && { search_run_id: standing.run.run_id }),
  };
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <ActionIcon
          size="input-sm"
          variant="default"
          aria-label="Dossier"
          title="Dossier"
          loading={making !== undefined || options === undefined}
        >
          <IconFileText size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => make({ request, format: 'pdf' })}>Dossier PDF</Menu.Item>
        <Menu.Item onClick={() => make({ request, format: 'xlsx' })}>Dossier XLSX</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
