import { Checkbox, Stack, Text } from '@mantine/core';
import { fileSize } from '../../lib/format';
import type { PropertyFile } from './api';
import classes from './email.module.css';

interface Props {
  /** Undefined if they could not be loaded. */
  readonly files: readonly PropertyFile[] | undefined;
  readonly chosen: readonly string[];
  /** Initially selected files, listed first. */
  readonly first: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly error: string | undefined;
}

/**
 * The property's files, selected ones first, then newest first, in a scrolling box, so that many files do not push the send button away.
 */
export function AttachmentChoice({ files, chosen, first, onChange, error }: Props) {
  if (!files) {
    return (
      <Text size="sm" role="alert">
        The attachments could not be loaded.
      </Text>
    );
  }
  const isFirst = ({ path }: PropertyFile) => Number(first.includes(path));
  const sorted = files.toSorted((one, other) => isFirst(other) - isFirst(one) || other.uploaded_at.localeCompare(one.uploaded_at));
  return (
    <Checkbox.Group
      label={files.length > 0 ? `Attachments (${chosen.length} of ${files.length})` : 'Attachments'}
      value={[...chosen]}
      onChange={onChange}
      error={error}
    >
      {files.length === 0 ? (
        <Text size="sm" c="dimmed">
          No attachments available.
        </Text>
      ) : (
        <Stack gap="xs" mt={4} className={classes.files ?? ''}>
          {sorted.map((file) => (
            <Checkbox
              key={file.path}
              value={file.path}
              label={`${file.name} (${fileSize(file.size)})`}
              style={{ overflowWrap: 'anywhere' }}
            />
          ))}
        </Stack>
      )}
    </Checkbox.Group>
  );
}
