import { CloseButton } from '@mantine/core';
import { LayerRow } from '../layer-rows';
import { useMapPage } from '../map-page';
import { useOwnFiles } from './use-own-files';

/** A row of the list of layers for each file of one's own. */
export function OwnFileRows() {
  const { files, show, remove } = useOwnFiles(useMapPage().projectId);
  return files.map(({ slot, name, colour, on, opacity }) => (
    <LayerRow key={slot} name={name} line={{ colour, width: 3 }} shown={{ on, opacity }} onShown={(shown) => show(slot, shown)}>
      <CloseButton
        aria-label={`Remove ${name}`}
        onClick={({ currentTarget }) => {
          // Esc closes the list of layers only while the focus is in it.
          currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
          remove(slot);
        }}
      />
    </LayerRow>
  ));
}
