import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebar } from '@tabler/icons-react';
import classes from '../map-screen.module.css';

interface Props {
  readonly open: boolean;
  readonly size: number;
  readonly onToggle: () => void;
}

/** Opens and closes the lists beside the map. */
export function DrawerTool({ open, size, onToggle }: Props) {
  return (
    <Tooltip label={open ? 'Hide the lists' : "The project's parcels"}>
      <ActionIcon
        size={size}
        variant={open ? 'filled' : 'default'}
        aria-label="Lists beside the map"
        aria-pressed={open}
        className={classes.tool ?? ''}
        onClick={onToggle}
      >
        <IconLayoutSidebar size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
