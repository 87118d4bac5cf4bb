import { Button, CloseButton, Group, Paper, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { Base } from './base';

interface Props {
  readonly base: Base;
  readonly onBase: (base: Base) => void;
}

/** Selects the base map. */
export function BaseSwitch({ base, onBase }: Props) {
  return (
    <SegmentedControl
      aria-label="Base map"
      size="sm"
      value={base}
      onChange={onBase}
      data={[
        { value: 'satellite', label: 'Satellite' },
        { value: 'map', label: 'Map' },
      ]}
    />
  );
}

/** Base maps that failed to load since they were selected, and those the user was told about. */
export function useLostBase({ base, onBase }: Props) {
  const [lost, setLost] = useState<Base>();
  const [closed, setClosed] = useState<Base>();
  return {
    shown: lost === base && closed !== base,
    onLost: () => setLost(base),
    onClose: () => setClosed(base),
    /** Selecting it again may show another notice. */
    choose: (next: Base) => {
      setLost(undefined);
      setClosed(undefined);
      onBase(next);
    },
  };
}

interface NoticeProps extends Props {
  readonly className?: string | undefined;
  readonly onClose: () => void;
}

/** Shown when a base map fails to load; borders and parcels do not depend on it. */
export function BaseNotice({ base, onBase, onClose, className = '' }: NoticeProps) {
  return (
    <Paper className={className} shadow="md" py={6} px="sm" role="status">
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">
          {base === 'satellite'
            ? 'Satellite imagery is unavailable.'
            : 'The street map is unavailable. Borders and parcels are still shown.'}
        </Text>
        {base === 'satellite' && (
          <Button size="compact-sm" variant="light" onClick={() => onBase('map')} style={{ flexShrink: 0 }}>
            Show Map
          </Button>
        )}
        <CloseButton size="sm" aria-label="Close" onClick={onClose} />
      </Group>
    </Paper>
  );
}
