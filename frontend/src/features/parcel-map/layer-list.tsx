import { ActionIcon, Checkbox, Group, Popover, Slider, Stack, Text, Tooltip } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mapLayers, type LayerId, type Shown, type ShownLayers } from './layers';
import classes from './map-screen.module.css';

interface Props {
  /** The layers that this map has. */
  readonly present: readonly LayerId[];
  readonly shown: ShownLayers;
  readonly onShown: (id: LayerId, shown: Shown) => void;
  readonly size: number;
  /** The choice of the base map, where it has no place beside this. */
  readonly children?: ReactNode;
}

/** The list of layers, each shown or hidden, with its opacity. */
export function LayerList({ present, shown, onShown, size, children }: Props) {
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus returnFocus>
      <Tooltip label="Layers">
        <Popover.Target>
          <ActionIcon size={size} variant="default" aria-label="Layers" className={classes.tool ?? ''}>
            <IconStack2 size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label="Layers">
        <Stack gap="sm">
          {children}
          {mapLayers
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
                    <Text size="xs" c="dimmed" w={36} ta="right" className="tabular">
                      {Math.round(opacity * 100)} %
                    </Text>
                  </Group>
                </div>
              );
            })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
