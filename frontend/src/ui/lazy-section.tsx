import { Button, Skeleton } from '@mantine/core';
import { useEffect, useState, type ComponentType } from 'react';
import { FailureBanner } from './failure-banner';

interface Props<P> {
  /** Of the button that opens it; without one it is open. */
  readonly label?: string;
  readonly failure: string;
  /** The same function each time. */
  readonly load: () => Promise<ComponentType<P>>;
  readonly of: P;
}

/** A part of a page whose code is loaded when it is asked for. */
export function LazySection<P extends object>({ label, failure, load, of }: Props<P>) {
  const [Section, setSection] = useState<ComponentType<P>>();
  const [state, setState] = useState<'closed' | 'loading' | 'failed'>(label === undefined ? 'loading' : 'closed');

  useEffect(() => {
    if (state !== 'loading') return;
    let current = true;
    load().then(
      (loaded) => current && setSection(() => loaded),
      () => current && setState('failed'),
    );
    return () => {
      current = false;
    };
  }, [state, load]);

  if (Section) return <Section {...of} />;
  if (state === 'failed') return <FailureBanner sentence={failure} onRetry={() => setState('loading')} />;
  if (state === 'loading') return <Skeleton h={160} />;
  return (
    <Button variant="default" size="xs" onClick={() => setState('loading')}>
      {label}
    </Button>
  );
}
