import { ActionIcon, Loader, Popover, Stack, Tooltip } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { PopoverPanel } from '../../ui/popover-panel';
import type { LayerRowsProps } from './layer-rows';
import classes from './map-screen.module.css';

/** Loaded when the list is opened. */
const LayerRows = lazy(() => import('./layer-rows').then((loaded) => ({ default: loaded.LayerRows })));
const OwnFileRows = lazy(() => import('./own-files/own-file-rows').then((loaded) => ({ default: loaded.OwnFileRows })));
const GrowthSelect = lazy(() => import('./growth/growth-select').then((loaded) => ({ default: loaded.GrowthSelect })));
const ColourSelect = lazy(() => import('./colours/colour-select').then((loaded) => ({ default: loaded.ColourSelect })));

interface Props extends LayerRowsProps {
  readonly size: number;
  /** The choice of the base map, where it has no place beside this. */
  readonly children?: ReactNode;
}

/** The list of layers, each shown or hidden, with its opacity. */
export function LayerList({ present, shown, onShown, size, children }: Props) {
  return (
    <Popover position="bottom-end" shadow="md" width={280} closeOnEscape={false} trapFocus returnFocus>
      <Tooltip label="Layers">
        <Popover.Target>
          <ActionIcon size={size} variant="default" aria-label="Layers" className={classes.tool ?? ''}>
            <IconStack2 size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <PopoverPanel aria-label="Layers">
        <Stack gap="sm">
          {children}
          <Suspense fallback={<Loader size="sm" role="progressbar" aria-label="Loading the layers" />}>
            <LayerRows present={present} shown={shown} onShown={onShown} />
            <OwnFileRows />
            <GrowthSelect />
            <ColourSelect inPopover />
          </Suspense>
        </Stack>
      </PopoverPanel>
    </Popover>
  );
}
