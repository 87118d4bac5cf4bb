import { CloseButton, Group, Loader, Tabs } from '@mantine/core';
import { Suspense, type RefCallback } from 'react';
import { useMapPage } from '../map-page';
import { SidePanel } from '../side-panel';
import { useToolAfter } from '../tool-focus';
import { drawerViews, type DrawerId } from './views';

interface Props {
  readonly open: DrawerId;
  readonly phone: boolean;
  /** On phones: another sheet is over it. */
  readonly covered: boolean;
  readonly sheet: RefCallback<HTMLElement>;
}

/** The column beside the map, a sheet on phones: the project's parcels, and other lists that the map follows. */
export function MapDrawer({ open, phone, covered, sheet }: Props) {
  const { openDrawer } = useMapPage();
  useToolAfter('Lists beside the map');
  const view = drawerViews.find(({ id }) => id === open) ?? drawerViews[0];
  const header = (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Tabs value={view.id} onChange={(id) => openDrawer(drawerViews.find((each) => each.id === id)?.id)}>
        <Tabs.List aria-label="Lists">
          {drawerViews.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id} px="xs">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <CloseButton aria-label="Close" onClick={() => openDrawer(undefined)} />
    </Group>
  );
  return (
    <SidePanel side="left" label="Lists" phone={phone} covered={covered} sheet={sheet} header={header}>
      <Suspense fallback={<Loader size="sm" role="progressbar" aria-label="Loading the list" />}>
        <view.Body />
      </Suspense>
    </SidePanel>
  );
}
