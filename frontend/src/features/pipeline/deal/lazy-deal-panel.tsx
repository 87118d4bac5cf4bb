import { Skeleton } from '@mantine/core';
import { useEffect, useState, type ComponentProps } from 'react';
import { FailureBanner } from '../../../ui/failure-banner';
import type { DealPanel } from './deal-panel';

type Panel = typeof DealPanel;

/** The panel of a property's deals, loaded after the property, which is shown even if this fails. */
export function LazyDealPanel(props: ComponentProps<Panel>) {
  const [Panel, setPanel] = useState<Panel>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (failed) return;
    let current = true;
    import('./deal-panel').then(
      (loaded) => current && setPanel(() => loaded.DealPanel),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [failed]);

  if (Panel) return <Panel {...props} />;
  return failed ? <FailureBanner sentence="The deal could not be loaded." onRetry={() => setFailed(false)} /> : <Skeleton h={240} />;
}
