import { Button } from '@mantine/core';
import { IconEraser, IconPlayerPlay, IconRectangle } from '@tabler/icons-react';
import classes from './run.module.css';

interface Props {
  readonly drawing: boolean;
  readonly running: boolean;
  readonly onDraw: () => void;
  readonly onClear: () => void;
  readonly onRun: () => void;
}

/** The page's three buttons. */
export function Toolbar({ drawing, running, onDraw, onClear, onRun }: Props) {
  return (
    <div className={classes.toolbar}>
      <Button
        variant={drawing ? 'light' : 'default'}
        aria-pressed={drawing}
        leftSection={<IconRectangle size={18} aria-hidden />}
        onClick={onDraw}
      >
        Draw Selection Area
      </Button>
      <Button variant="default" leftSection={<IconEraser size={18} aria-hidden />} onClick={onClear}>
        Clear Selection
      </Button>
      <Button leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={onRun} loading={running}>
        Run SLEUTH Simulation
      </Button>
    </div>
  );
}
