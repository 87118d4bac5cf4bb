import { Checkbox, Group, Slider, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { mapLayers, type LayerId, type MapLayer, type Shown, type ShownLayers } from './layers';

export interface LayerRowsProps {
  /** The layers that this map has. */
  readonly present: readonly LayerId[];
  readonly shown: ShownLayers;
  readonly onShown: (id: LayerId, shown: Shown) => void;
}

/** A row for each layer. */
export function LayerRows({ present, shown, onShown }: LayerRowsProps) {
  return mapLayers
    .filter(({ id }) => present.includes(id))
    .map(({ id, name, key }) => <LayerRow key={id} name={name} line={key} shown={shown[id]} onShown={(next) => onShown(id, next)} />);
}

interface RowProps {
  readonly name: string;
  /** Its line on the map. */
  readonly line: MapLayer['key'];
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
  /** What else can be done with the layer. */
  readonly children?: ReactNode;
}

/** Whether a layer is shown, its line on the map, its opacity. */
export function LayerRow({ name, line, shown, onShown, children }: RowProps) {
  const { on, opacity } = shown;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" mih={32}>
        <Checkbox
          label={name}
          checked={on}
          styles={{ label: { overflowWrap: 'anywhere' } }}
          onChange={(event) => onShown({ opacity, on: event.currentTarget.checked })}
        />
        <Group gap={4} wrap="nowrap">
          {line && (
            <svg width={20} height={8} aria-hidden>
              <line x1={0} x2={20} y1={4} y2={4} stroke={line.colour} strokeWidth={line.width} />
            </svg>
          )}
          {children}
        </Group>
      </Group>
      <Group gap="sm" wrap="nowrap" pl={30}>
        <Slider
          flex={1}
          size="sm"
          min={10}
          max={100}
          step={5}
          label={null}
          disabled={!on}
          value={Math.round(opacity * 100)}
          onChange={(value) => onShown({ on, opacity: value / 100 })}
          thumbLabel={`Opacity of ${name}`}
        />
        <Text size="xs" c="dimmed" w={44} ta="right" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {Math.round(opacity * 100)} %
        </Text>
      </Group>
    </div>
  );
}
