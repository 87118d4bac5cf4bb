import { Button } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import type { CompareSites } from './compare-sites';

const Compare = lazy(() => import('./compare-sites').then((loaded) => ({ default: loaded.CompareSites })));

/** Opens the comparison of sites, loaded when it is first wanted. */
export function LazyCompare(props: Omit<ComponentProps<typeof CompareSites>, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" disabled={props.choices.length === 0} onClick={() => setOpen(true)}>
        Compare Sites…
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Compare {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
