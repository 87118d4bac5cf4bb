import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '../../../ui/number-field';
import { useMapPage } from '../map-page';
import type { Spot } from '../map-state';
import { shortened, type Road } from '../selection/road';
import { roadInMiddle } from '../selection/roads-on-map';
import { Form, type FormProps } from './chip-shell';
import { metresOfMiles, milesOfMetres, mostOfRoad, type Near } from './chips';

interface Props extends FormProps {
  readonly given: Near | undefined;
  readonly middle: () => Spot | undefined;
}

/** From what the distance is: as it was set, the middle of the map, or the road there. */
type From = 'given' | 'middle' | 'road';

/** The distance from a point or a road. */
export function NearForm({ given, middle, ...props }: Props) {
  const { map } = useMapPage();
  const [miles, setMiles] = useState<number | undefined>(given ? milesOfMetres(given.metres) : 1);
  const [from, setFrom] = useState<From>(given ? 'given' : 'middle');
  const [road, setRoad] = useState<Road>();
  const isDistance = miles !== undefined && miles > 0;

  function choose(next: From): void {
    setFrom(next);
    // The map may have moved since.
    setRoad(next === 'road' && map.current ? roadInMiddle(map.current) : undefined);
  }

  function result(): Near | undefined {
    if (!isDistance) return undefined;
    const metres = metresOfMiles(miles);
    if (from === 'given') return given && { ...given, metres };
    if (from === 'road') return road && { line: shortened(road.line, mostOfRoad), metres };
    const at = middle();
    return at && { lon: at.lon, lat: at.lat, metres };
  }

  return (
    <Form {...props} error={isDistance && (from !== 'road' || road) ? undefined : 'none'} result={result}>
      <NumberField
        size="xs"
        label="Miles at most"
        data-autofocus
        min={0.05}
        max={60}
        decimalScale={2}
        hideControls
        value={miles}
        onChange={(value) => setMiles(value)}
      />
      <Radio.Group size="xs" label="From" value={from} onChange={choose}>
        <Stack gap={6} mt={4}>
          {given && <Radio size="xs" value="given" label={'line' in given ? 'The road as it is' : 'The point as it is'} />}
          <Radio size="xs" value="middle" label="The center of the map" />
          <Radio size="xs" value="road" label="From a road" description="The road at the center of the map" />
        </Stack>
      </Radio.Group>
      {from === 'road' && (
        <Text size="xs" role="status">
          {road
            ? `${road.name ?? 'A road without a name'}, as far as the map shows it.`
            : 'No road at the center of the map. Move the map to one.'}
        </Text>
      )}
    </Form>
  );
}
