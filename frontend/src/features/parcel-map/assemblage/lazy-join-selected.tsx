import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Summary } from '../selection/api';

const Joined = lazy(() => import('./joined').then((loaded) => ({ default: loaded.Joined })));

/** Most parcels of one site. */
const most = 100;

/** 'Join as One Site': measures a selection as one site, loaded when it is first wanted. */
export function LazyJoinSelected({ summary }: { readonly summary: Summary }) {
  const [open, setOpen] = useState(false);
  if (summary.count < 2 || summary.count > most) return null;
  return (
    <>
      <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the Site' : 'Join as One Site'}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Joined summary={summary} />
        </Suspense>
      )}
    </>
  );
}
