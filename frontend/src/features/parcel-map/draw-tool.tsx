import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import classes from './map-screen.module.css';
import { useEscape } from './use-escape';

interface Props {
  readonly drawing: boolean;
  readonly size: number;
  readonly onToggle: () => void;
  readonly onDropInMiddle: () => void;
}

/** The marker drawing tool. With the keyboard: Enter again, while drawing, places the marker at the centre of the map. Esc ends drawing. */
export function DrawTool({ drawing, size, onToggle, onDropInMiddle }: Props) {
  useEscape(drawing, onToggle);
  return (
    <Tooltip label={drawing ? 'Click a parcel on the map; Enter selects the center' : 'Draw marker'}>
      <ActionIcon
        size={size}
        className={classes.tool ?? ''}
        variant={drawing ? 'filled' : 'default'}
        aria-label="Draw marker"
        aria-pressed={drawing}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (!drawing || event.key !== 'Enter') return;
          event.preventDefault();
          onDropInMiddle();
        }}
      >
        <IconMapPinPlus size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
