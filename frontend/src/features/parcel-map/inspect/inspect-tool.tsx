import { ActionIcon, Tooltip } from '@mantine/core';
import { IconViewfinder } from '@tabler/icons-react';
import classes from '../map-screen.module.css';

interface Props {
  readonly size: number;
  readonly onInspectMiddle: () => void;
}

/** Inspects the parcel in the middle of the map, for those without a mouse. A cross marks the middle while the tool has the focus. */
export function InspectTool({ size, onInspectMiddle }: Props) {
  return (
    <Tooltip label="Inspect the middle of the map">
      <ActionIcon
        size={size}
        variant="default"
        aria-label="Inspect the middle"
        className={classes.tool ?? ''}
        data-aims
        onClick={onInspectMiddle}
      >
        <IconViewfinder size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
