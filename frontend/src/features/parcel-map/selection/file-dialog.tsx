import { Alert, Button, FileInput, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { grouped } from '../../../lib/format';
import { FormModal } from '../../../ui/form-modal';
import { mostFiles } from '../own-files/use-own-files';
import { distanceIn, mostBesideLine, problemOf } from './distance';
import { DistanceField } from './distance-field';
import { readFile, UnreadableFile, type FileContent } from './file/read-file';
import type { Shape } from './file/shapes';
import { choiceBy, likelyWay, refusalOf, waysOf } from './file/ways';
import { corridorDistance, type Choice } from './shape';

interface Props {
  readonly onSelect: (choice: Choice) => void;
  /** Shows the file as a layer; undefined where as many as the map takes are shown. */
  readonly onShow: ((name: string, shapes: readonly Shape[]) => void) | undefined;
  readonly onClose: () => void;
}

/** Parcels of a file: those in its areas, under its points or along its lines, or those that a column names. Or the file itself as a layer of the map. */
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
          description="CSV, KML or GeoJSON; coordinates in WGS 84. The file is not uploaded; to select, its shapes or the column are sent."
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
  const { columns, areasRefused, shapes = [] } = content;
  const unclear =
    areasRefused ?? (content.shapes ? undefined : 'Not all of this file is in longitude and latitude. The map cannot show it.');
  const ways = waysOf(content);
  const [way, setWay] = useState(() => likelyWay(content));
  const [name, setName] = useState(columns[0]?.name);
  const [distance, setDistance] = useState(() => distanceIn(corridorDistance, 'ft'));
  const column = columns.find((each) => each.name === name);
  const refused = way && refusalOf(way, content, column);
  const tooFar = way === 'routes' ? problemOf(distance, mostBesideLine) : undefined;
  const choice = way && refused === undefined && tooFar === undefined ? choiceBy(way, content, column, distance) : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (choice) onSelect(choice);
      }}
    >
      <Stack>
        {unclear !== undefined && (
          <Alert color="yellow" p="xs">
            {unclear}
          </Alert>
        )}
        {way && ways.length > 1 && (
          <SegmentedControl
            aria-label="Select"
            // More than two do not fit beside each other on a phone.
            orientation={ways.length > 2 ? 'vertical' : 'horizontal'}
            data={[...ways]}
            value={way}
            onChange={setWay}
          />
        )}
        {way !== 'column' && refused !== undefined && (
          <Alert color="yellow" p="xs">
            {refused}
          </Alert>
        )}
        {way === 'routes' && (
          <DistanceField
            label="Distance to each side of the line"
            units={['ft']}
            size="sm"
            value={distance}
            error={tooFar}
            onChange={setDistance}
          />
        )}
        {way === 'column' && (
          <>
            <Select
              label="Column of parcel numbers or addresses"
              data={columns.map((each) => each.name)}
              value={name ?? null}
              allowDeselect={false}
              error={refused}
              onChange={(value) => setName(value ?? undefined)}
            />
            <Text size="sm" c="dimmed" truncate>
              {column?.lines.slice(0, 3).join(' · ')}
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
          {way && (
            <Button type="submit" disabled={!choice}>
              {way === 'column' ? found(column?.lines.length ?? 0) : 'Select Parcels'}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

const found = (count: number): string => (count === 1 ? 'Find 1 Parcel' : `Find ${grouped(count)} Parcels`);
