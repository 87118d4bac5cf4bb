import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { submarketsQuery } from '../../../../api/queries/markets';
import { useMapPage } from '../../map-page';
import { factInfo } from '../facts';
import { AreaPad, DrawnArea } from '../run/area-drawing';
import { DrawButton } from '../run/draw-button';
import { usePlaces } from '../run/use-places';
import type { GateArea } from '../types';
import { FactNumber } from './fact-number';
import { kindOf, placeOf, pointName } from './place-choice';

interface Props {
  readonly area: GateArea;
  /** Of a field; without one, of the place as a whole. */
  readonly errorOf: (...fields: string[]) => string | undefined;
  readonly onChange: (area: GateArea) => void;
}

/** The place of a requirement: a market or a submarket, an area that is drawn, or a point; and how far around it. */
export function GatePlace({ area, errorOf, onChange }: Props) {
  const { projectId, map } = useMapPage();
  const places = usePlaces(projectId);
  const market = places?.market ?? undefined;
  const { data: submarkets } = useQuery({ ...submarketsQuery(market?.id ?? 0), enabled: market !== undefined });
  const [drawing, setDrawing] = useState(false);
  const id = useId();
  const chosen = kindOf(area);
  const names = new Map<string, string>([
    ...(market ? [[`market:${market.id}`, market.name] as const] : []),
    ...(submarkets ?? []).map(({ submkt_id, sub_mkt_name }) => [`submarket:${submkt_id}`, sub_mkt_name] as const),
  ]);
  // A place of another market.
  if (chosen.includes(':') && !names.has(chosen)) names.set(chosen, area.name);
  const miles = factInfo('highway_m');

  function choose(choice: string): void {
    setDrawing(choice === 'drawn');
    const center = map.current?.getCenter();
    onChange(placeOf(choice, area, { name: names.get(choice), center: center && [center.lng, center.lat] }));
  }

  return (
    <>
      <Select
        label="Place"
        size="xs"
        searchable
        allowDeselect={false}
        maxDropdownHeight={280}
        nothingFoundMessage="No such place"
        data={[
          {
            group: 'The map',
            items: [
              { value: 'drawn', label: 'An area that I draw' },
              { value: 'point', label: 'The center of the map' },
            ],
          },
          ...(names.size > 0 ? [{ group: 'Markets', items: [...names].map(([value, label]) => ({ value, label })) }] : []),
        ]}
        value={chosen}
        error={errorOf()}
        onChange={(choice) => choice && choose(choice)}
      />
      {!chosen.includes(':') && (
        <TextInput
          label="Name"
          size="xs"
          maxLength={80}
          value={area.name}
          error={errorOf('name')}
          onChange={({ currentTarget }) => onChange({ ...area, name: currentTarget.value })}
        />
      )}
      {chosen === 'drawn' && (
        <Group gap="xs" justify="space-between">
          <Text size="xs" c={errorOf('polygon') === undefined ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
            {errorOf('polygon') ??
              (drawing ? 'Drag around the area on the map. Esc ends.' : area.polygon ? 'It is drawn on the map.' : 'No area is drawn yet.')}
          </Text>
          <DrawButton drawn={Boolean(area.polygon)} drawing={drawing} onDraw={() => setDrawing(true)} />
        </Group>
      )}
      {chosen === 'point' && (
        <Group gap="xs" justify="space-between">
          <Text size="xs" c="dimmed" className="tabular">
            {pointName(area)}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => choose('point')}>
            Use the Center Now
          </Button>
        </Group>
      )}
      {miles?.kind === 'number' && (
        <FactNumber
          info={miles}
          label="Also what is nearer than"
          placeholder="0 mi"
          value={area.distance_m === 0 ? undefined : area.distance_m}
          error={errorOf('distance_m')}
          onChange={(distance) => onChange({ ...area, distance_m: distance ?? 0 })}
        />
      )}
      {drawing && (
        <AreaPad
          onDrawn={(polygon) => {
            onChange({ ...area, polygon });
            setDrawing(false);
          }}
          onEnd={() => setDrawing(false)}
        />
      )}
      {area.polygon && <DrawnArea area={area.polygon} id={`place-${id}`} />}
    </>
  );
}
