import { Text, UnstyledButton } from '@mantine/core';
import type { components } from '../../../api/generated/main-api';
import { acres } from '../../../lib/format';
import { Value } from '../../../ui/value';
import { useHover } from '../hover';
import { useMapPage } from '../map-page';
import classes from './project-parcels.module.css';

export type ProjectParcel = components['schemas']['ProjectParcel'];

/** Rows of parcels: pointed at, they are marked on the map; chosen, they are inspected. */
export function ParcelList({ parcels }: { readonly parcels: readonly ProjectParcel[] }) {
  const { inspected, inspect } = useMapPage();
  const { hovered, hover } = useHover();
  return (
    <ul className={classes.list} aria-label="Parcels of the project">
      {parcels.map(({ marker_id, parcelnumb, facts }) => {
        const id = facts?.ll_uuid;
        return (
          <li key={marker_id}>
            <UnstyledButton
              className={classes.row ?? ''}
              disabled={id === undefined}
              data-hovered={(id !== undefined && id === hovered) || undefined}
              aria-current={(id !== undefined && id === inspected) || undefined}
              onMouseEnter={() => hover(id)}
              onMouseLeave={() => hover(undefined)}
              onFocus={() => hover(id)}
              onBlur={() => hover(undefined)}
              onClick={() => {
                if (id !== undefined) inspect(id);
              }}
            >
              <span className={classes.name}>
                <Text size="sm" fw={600} truncate>
                  {facts?.address ?? parcelnumb}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {parcelnumb}
                </Text>
              </span>
              <Text size="sm" className="tabular">
                <Value>{acres(facts?.ll_gisacre)}</Value>
              </Text>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
