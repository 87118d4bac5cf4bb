import { Button, Skeleton } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { FailureBanner } from './failure-banner';

interface Props<P> {
  /** Of the button that opens it. */
  readonly label: string;
  readonly failure: string;
  readonly load: () => Promise<ComponentType<P>>;
  readonly of: P;
}

/** A part of a page whose code is loaded when it is asked for. */
export function LazySection<P extends object>({ label, failure, load, of }: Props<P>) {
  const [Section, setSection] = useState<ComponentType<P>>();
  const [state, setState] = useState<'closed' | 'loading' | 'failed'>('closed');

  function open(): void {
    setState('loading');
    load().then(
      (loaded) => setSection(() => loaded),
      () => setState('failed'),
    );
  }

  if (Section) return <Section {...of} />;
  if (state === 'failed') return <FailureBanner sentence={failure} onRetry={open} />;
  if (state === 'loading') return <Skeleton h={160} />;
  return (
    <Button variant="default" size="xs" onClick={open}>
      {label}
    </Button>
  );
}
