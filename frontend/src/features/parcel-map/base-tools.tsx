import { Button, CloseButton, Group, Paper, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { BasePart } from '../../ui/base-map';
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
        { value: 'map', label: 'Streets' },
      ]}
    />
  );
}

/** What of a base map failed to load since it was selected, and whether the user was told. */
interface Lost {
  readonly base: Base;
  readonly pictures?: boolean;
  readonly streets?: boolean;
}

/** Base maps that failed to load since they were selected, and those the user was told about. */
export function useLostBase({ base, onBase }: Props) {
  const [lost, setLost] = useState<Lost>();
  const [closed, setClosed] = useState<Base>();
  return {
    shown: lost?.base === base && closed !== base ? sentenceOf(lost) : undefined,
    onLost: (part: BasePart) =>
      setLost((before) => (before?.base === base ? (before[part] ? before : { ...before, [part]: true }) : { base, [part]: true })),
    onClose: () => setClosed(base),
    /** Selecting it again may show another notice. Both base maps have the archives, which are not requested again. */
    choose: (next: Base) => {
      setLost(lost?.streets ? { base: next, streets: true } : undefined);
      setClosed(undefined);
      onBase(next);
    },
  };
}

function sentenceOf({ base, pictures }: Lost): string {
  if (base === 'map') return 'The street map is unavailable. Borders and parcels are still shown.';
  return pictures ? 'Satellite imagery is unavailable.' : 'Roads and names are unavailable.';
}

interface NoticeProps extends Props {
  readonly sentence: string;
  readonly className?: string | undefined;
  readonly onClose: () => void;
}

/** Shown when a part of the base map fails to load; borders and parcels do not depend on it. */
export function BaseNotice({ sentence, base, onBase, onClose, className = '' }: NoticeProps) {
  return (
    <Paper className={className} shadow="md" py={6} px="sm" role="status">
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">{sentence}</Text>
        {base === 'satellite' && (
          <Button size="compact-sm" variant="light" onClick={() => onBase('map')} style={{ flexShrink: 0 }}>
            Show Streets
          </Button>
        )}
        <CloseButton size="sm" aria-label="Close" onClick={onClose} />
      </Group>
    </Paper>
  );
}
