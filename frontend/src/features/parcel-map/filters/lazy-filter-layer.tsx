import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import classes from './lazy-filter-layer.module.css';

const Layer = lazy(() => import('./filter-layer').then((loaded) => ({ default: loaded.FilterLayer })));

interface Props {
  readonly tiles: string;
  readonly filter: string | undefined;
  /** Whether the filters are shown beside the map. */
  readonly open: boolean;
  readonly onOpen: () => void;
}

/** What matches the filter, loaded with the first filter; and, while the filters are out of sight, that there is one. */
export function LazyFilterLayer({ tiles, filter, open, onOpen }: Props) {
  if (filter === undefined) return null;
  return (
    <>
      <Suspense fallback={null}>
        <Layer tiles={tiles} filter={filter} />
      </Suspense>
      {!open && (
        <Button
          size="xs"
          variant="default"
          radius="xl"
          className={classes.note ?? ''}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={onOpen}
        >
          Filter is on
        </Button>
      )}
    </>
  );
}
