import { Button, FileInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../api/client';
import { grouped } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useImportComps, type CompsImported } from './api';
import classes from './comps.module.css';

const maxBytes = 3_000_000;

/** The text of a file: UTF-8, else as old spreadsheets write it. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Adds sales of a CSV file to the firm's, and lists the rows that are none. */
export function ImportForm({ onDone }: { readonly onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState('');
  const load = useImportComps();
  const notice = useNotice();
  const tooLarge = file !== null && file.size > maxBytes;
  const { mayLeave } = useUnsaved((file !== null || source !== '') && !load.isSuccess);

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!file || tooLarge || load.isPending) return;
    try {
      await load.mutateAsync({ text: await textOf(file), source: source.trim() });
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The file could not be imported. Please try again.'));
    }
  }

  if (load.data) return <Outcome of={load.data} onDone={onDone} onAnother={() => load.reset()} />;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FileInput
          label="File"
          description="CSV with a line of column names and at most 5,000 rows. Sale date, price, and an address or parcel number are needed; an export shows all names."
          placeholder="Choose a file"
          accept=".csv,.tsv,.txt"
          data-autofocus
          error={tooLarge ? 'The file is larger than 3 MB. Please divide it.' : undefined}
          value={file}
          onChange={setFile}
        />
        <TextInput
          label="Source of prices, for rows that name none"
          maxLength={200}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onDone())}>
            Cancel
          </Button>
          <Button type="submit" disabled={!file || tooLarge} loading={load.isPending}>
            Import
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface OutcomeProps {
  readonly of: CompsImported;
  readonly onDone: () => void;
  readonly onAnother: () => void;
}

const sales = (count: number) => (count === 1 ? '1 sale' : `${grouped(count)} sales`);

function Outcome({ of: { added, known, rejected, rejects, ignored_columns }, onDone, onAnother }: OutcomeProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {sales(added)} added to the firm's; 'Add a sale' finds them.{known > 0 && ` ${sales(known)} known already.`}
      </Text>
      {ignored_columns.length > 0 && (
        <Text size="sm" c="dimmed">
          Not read: {ignored_columns.join(', ')}
        </Text>
      )}
      {rejected > 0 && (
        <>
          <Text size="sm" fw={600} id="rejected-rows">
            {rejected === 1 ? '1 row was not added' : `${grouped(rejected)} rows were not added`}
          </Text>
          <ul className={classes.rejects} aria-labelledby="rejected-rows" tabIndex={0}>
            {rejects.map(({ row, field, reason }, place) => (
              <li key={place}>
                Row {grouped(row)}
                {field === null ? '' : `, ${field}`}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onAnother}>
          Another file
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
