import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import classes from './map-screen.module.css';

interface Props {
  readonly measuring: boolean;
  readonly size: number;
  readonly onToggle: () => void;
}

/** Starts and ends measuring. */
export function MeasureTool({ measuring, size, onToggle }: Props) {
  return (
    <Tooltip label="Measure distance and area">
      <ActionIcon
        size={size}
        variant={measuring ? 'filled' : 'default'}
        aria-label="Measure"
        aria-pressed={measuring}
        className={classes.tool ?? ''}
        onClick={onToggle}
      >
        <IconRulerMeasure size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
