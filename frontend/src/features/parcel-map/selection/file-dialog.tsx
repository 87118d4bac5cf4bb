import { Alert, Button, FileInput, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { grouped } from '../../../lib/format';
import { FormModal } from '../../../ui/form-modal';
import { mostLines, readFile, UnreadableFile, type FileContent } from './file/read-file';
import type { Choice } from './shape';

interface Props {
  readonly onSelect: (choice: Choice) => void;
  readonly onClose: () => void;
}

/** Parcels of a file: those in its areas, or those that a column names. */
export function FileDialog({ onSelect, onClose }: Props) {
  const [content, setContent] = useState<FileContent>();
  const [error, setError] = useState<string>();

  async function read(file: File | null): Promise<void> {
    setContent(undefined);
    setError(undefined);
    if (!file) return;
    try {
      setContent(await readFile(file));
    } catch (reason) {
      setError(reason instanceof UnreadableFile ? reason.message : 'The file could not be read.');
    }
  }

  return (
    <FormModal opened onClose={onClose} title="Select by a File" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <FileInput
          label="File"
          description="CSV, KML or GeoJSON; coordinates in WGS 84"
          placeholder="Choose a file"
          accept=".csv,.tsv,.txt,.kml,.geojson,.json"
          data-autofocus
          error={error}
          onChange={(file) => void read(file)}
        />
        {content && <ContentForm content={content} onSelect={onSelect} onClose={onClose} />}
        {!content && (
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

function ContentForm({ content, onSelect, onClose }: Props & { readonly content: FileContent }) {
  const { columns, areas, areasRefused } = content;
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
        {areasRefused !== undefined && (
          <Alert color="yellow" p="xs">
            {areasRefused}
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={by === 'column' && (tooMany || lines.length === 0)}>
            {by === 'areas' ? 'Select Parcels' : lines.length === 1 ? 'Find 1 Parcel' : `Find ${grouped(lines.length)} Parcels`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
