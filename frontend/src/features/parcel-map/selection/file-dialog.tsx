import { Alert, Button, FileInput, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { grouped } from '../../../lib/format';
import { FormModal } from '../../../ui/form-modal';
import { mostFiles } from '../own-files/use-own-files';
import { mostLines, readFile, UnreadableFile, type FileContent } from './file/read-file';
import type { Shape } from './file/shapes';
import type { Choice } from './shape';

interface Props {
  readonly onSelect: (choice: Choice) => void;
  /** Shows the file as a layer; undefined where as many as the map takes are shown. */
  readonly onShow: ((name: string, shapes: readonly Shape[]) => void) | undefined;
  readonly onClose: () => void;
}

/** Parcels of a file: those in its areas, or those that a column names. Or the file itself as a layer of the map. */
export function FileDialog({ onSelect, onShow, onClose }: Props) {
  const [read, setRead] = useState<{ readonly name: string; readonly content: FileContent }>();
  const [error, setError] = useState<string>();

  async function choose(file: File | null): Promise<void> {
    setRead(undefined);
    setError(undefined);
    if (!file) return;
    try {
      setRead({ name: file.name, content: await readFile(file) });
    } catch (reason) {
      setError(reason instanceof UnreadableFile ? reason.message : 'The file could not be read.');
    }
  }

  return (
    <FormModal opened onClose={onClose} title="Select by a File" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <FileInput
          label="File"
          description="CSV, KML or GeoJSON; coordinates in WGS 84. The file is not uploaded; to select, its areas or the column are sent."
          placeholder="Choose a file"
          accept=".csv,.tsv,.txt,.kml,.geojson,.json"
          data-autofocus
          error={error}
          onChange={(file) => void choose(file)}
        />
        {read && <ContentForm {...read} onSelect={onSelect} onShow={onShow} onClose={onClose} />}
        {!read && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        )}
      </Stack>
    </FormModal>
  );
}

function ContentForm({ name: file, content, onSelect, onShow, onClose }: Props & { readonly name: string; readonly content: FileContent }) {
  const { columns, areas, areasRefused, shapes = [] } = content;
  const refused =
    areasRefused ?? (content.shapes ? undefined : 'Not all of this file is in longitude and latitude. The map cannot show it.');
  const [by, setBy] = useState(areas ? 'areas' : 'column');
  const [name, setName] = useState(columns[0]?.name);
  const lines = columns.find((column) => column.name === name)?.lines ?? [];
  const tooMany = by === 'column' && lines.length > mostLines;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (by === 'areas' && areas) onSelect({ area: areas });
        else if (!tooMany && lines.length > 0) onSelect({ numbers: [...lines] });
      }}
    >
      <Stack>
        {refused !== undefined && (
          <Alert color="yellow" p="xs">
            {refused}
          </Alert>
        )}
        {areas && columns.length > 0 && (
          <SegmentedControl
            aria-label="Select"
            data={[
              {
                value: 'areas',
                label: areas.coordinates.length === 1 ? 'In its area' : `In its ${grouped(areas.coordinates.length)} areas`,
              },
              { value: 'column', label: 'Named by a column' },
            ]}
            value={by}
            onChange={setBy}
          />
        )}
        {by === 'column' && columns.length > 0 && (
          <>
            <Select
              label="Column of parcel numbers or addresses"
              data={columns.map((column) => column.name)}
              value={name ?? null}
              allowDeselect={false}
              error={tooMany ? `The column has ${grouped(lines.length)} different texts; at most 10,000 can be looked up.` : undefined}
              onChange={(value) => setName(value ?? undefined)}
            />
            <Text size="sm" c="dimmed" truncate>
              {lines.slice(0, 3).join(' · ')}
            </Text>
          </>
        )}
        {shapes.length > 0 && !onShow && (
          <Text size="sm">At most {mostFiles} files are shown on the map. Remove one in the list of layers to show this one.</Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {shapes.length > 0 && onShow && (
            <Button variant="default" onClick={() => onShow(file, shapes)}>
              Show on the Map
            </Button>
          )}
          {(areas !== undefined || columns.length > 0) && (
            <Button type="submit" disabled={by === 'column' && (tooMany || lines.length === 0)}>
              {by === 'areas' ? 'Select Parcels' : lines.length === 1 ? 'Find 1 Parcel' : `Find ${grouped(lines.length)} Parcels`}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
