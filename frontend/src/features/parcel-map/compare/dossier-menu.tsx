import { Button, Menu } from '@mantine/core';
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
        <Button px="xs" variant="default" loading={making !== undefined} leftSection={<IconFileText size={16} aria-hidden />}>
          Dossier
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => make({ request, format: 'pdf' })}>Dossier PDF</Menu.Item>
        <Menu.Item onClick={() => make({ request, format: 'xlsx' })}>Dossier XLSX</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
