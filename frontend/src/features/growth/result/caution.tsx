import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { GrowthRun } from '../api/types';
import classes from './result.module.css';

interface Props {
  readonly run: Pick<GrowthRun, 'caution'>;
  /** Label of the run, if there are several. */
  readonly of?: string;
}

/** Caveat of a prediction's figures; nothing if its coefficients were calibrated on the area. */
export function Caution({ run: { caution }, of }: Props) {
  if (caution === null) return null;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" className={classes.caution ?? ''} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      <Text size="sm" fw={600}>
        {of === undefined ? caution : `${of}: ${caution}`}
      </Text>
    </Group>
  );
}
