import { ActionIcon, Menu } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { sitesOf, useDossier } from './api';

interface Props {
  readonly projectId: string;
  readonly llUuid: string;
}

/** Saves the dossier of one parcel. */
export function DossierMenu({ projectId, llUuid }: Props) {
  const { making, make } = useDossier();
  const request = { project_id: projectId, sites: sitesOf([llUuid]) };
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <ActionIcon size="input-sm" variant="default" aria-label="Dossier" title="Dossier" loading={making !== undefined}>
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
