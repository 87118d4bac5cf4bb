import { Alert, Button, Group } from '@mantine/core';
import { IconEraser, IconPlayerPlay, IconRectangle } from '@tabler/icons-react';

interface Props {
  readonly drawing: boolean;
  readonly running: boolean;
  /** A run was asked for without an area. */
  readonly missing: boolean;
  readonly onDraw: () => void;
  readonly onClear: () => void;
  readonly onRun: () => void;
}

/** The page's three buttons. */
export function Toolbar({ drawing, running, missing, onDraw, onClear, onRun }: Props) {
  return (
    <>
      <Group gap="xs" mb="md">
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
      </Group>
      {missing && (
        <Alert role="alert" color="yellow" mb="md" py="xs">
          Please select an area first.
        </Alert>
      )}
    </>
  );
}
