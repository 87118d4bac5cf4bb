import { Checkbox, Group, Slider, Text } from '@mantine/core';
import { mapLayers, type LayerId, type Shown, type ShownLayers } from './layers';

export interface LayerRowsProps {
  /** The layers that this map has. */
  readonly present: readonly LayerId[];
  readonly shown: ShownLayers;
  readonly onShown: (id: LayerId, shown: Shown) => void;
}

/** A row for each layer: whether it is shown, its line on the map, its opacity. */
export function LayerRows({ present, shown, onShown }: LayerRowsProps) {
  return mapLayers
    .filter(({ id }) => present.includes(id))
    .map(({ id, name, key }) => {
      const { on, opacity } = shown[id];
      return (
        <div key={id}>
          <Group justify="space-between" wrap="nowrap" mih={32}>
            <Checkbox label={name} checked={on} onChange={(event) => onShown(id, { opacity, on: event.currentTarget.checked })} />
            {key && (
              <svg width={20} height={8} aria-hidden>
                <line x1={0} x2={20} y1={4} y2={4} stroke={key.colour} strokeWidth={key.width} />
              </svg>
            )}
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
              onChange={(value) => onShown(id, { on, opacity: value / 100 })}
              thumbLabel={`Opacity of ${name}`}
            />
            <Text size="xs" c="dimmed" w={44} ta="right" className="tabular" style={{ whiteSpace: 'nowrap' }}>
              {Math.round(opacity * 100)} %
            </Text>
          </Group>
        </div>
      );
    });
}
