import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { FailureBanner } from '../../ui/failure-banner';
import type { CompsPanel } from './comps-panel';

type Panel = typeof CompsPanel;

/** The comparable sales of a property, loaded when they are asked for. */
export function LazyCompsPanel({ propertyId }: { readonly propertyId: string }) {
  const [Panel, setPanel] = useState<Panel>();
  const [state, setState] = useState<'closed' | 'loading' | 'failed'>('closed');

  function open(): void {
    setState('loading');
    import('./comps-panel').then(
      (loaded) => setPanel(() => loaded.CompsPanel),
      () => setState('failed'),
    );
  }

  if (Panel) return <Panel propertyId={propertyId} />;
  if (state === 'failed') return <FailureBanner sentence="The comparable sales could not be loaded." onRetry={open} />;
  if (state === 'loading') return <Skeleton h={160} />;
  return (
    <Button variant="default" size="xs" onClick={open}>
      Show comparable sales
    </Button>
  );
}
