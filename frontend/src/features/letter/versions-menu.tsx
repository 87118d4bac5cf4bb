/** The stored versions of this letter: of PDFs, and of deleted or replaced drafts. Selecting one opens a copy. */
import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { letterVersionsQuery } from '../../api/queries/letters';
import type { LetterVersion } from './api';
import { clock } from './save-state';
import classes from './letter-notices.module.css';

interface VersionsMenuProps {
  parcelNumber: string;
  projectId: string | undefined;
  disabled: boolean;
  onEditCopy: (version: LetterVersion) => void;
}

export function VersionsMenu({ parcelNumber, projectId, disabled, onEditCopy }: VersionsMenuProps) {
  const [opened, setOpened] = useState(false);
  const versions = useQuery({ ...letterVersionsQuery({ parcelNumber, projectId }), enabled: opened, staleTime: 0 });
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={340} withinPortal>
      <Menu.Target>
        <Tooltip label="Versions" disabled={opened}>
          <ActionIcon size="lg" variant="subtle" color="gray" aria-label="Versions" disabled={disabled}>
            <IconHistory size={20} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes['menu']} aria-label="Versions">
        <Menu.Label>Edit a copy</Menu.Label>
        {versions.isPending && <Menu.Item disabled>Loading...</Menu.Item>}
        {versions.isError && <Menu.Item disabled>The versions could not be loaded.</Menu.Item>}
        {versions.data?.length === 0 && <Menu.Item disabled>The text of each saved letter is kept here.</Menu.Item>}
        {versions.data?.map((version) => (
          <Menu.Item key={version.version_id} onClick={() => onEditCopy(version)}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {titleOf(version)}
            </Text>
            <Text size="xs" c="dimmed">
              {[version.terms['purchase_price'], version.created_by_name, clock(version.created_at)].filter(Boolean).join(' · ')}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A version's label: its PDF's name, or that it is a draft. */
function titleOf(version: LetterVersion): string {
  return version.name ?? 'Earlier draft';
}
