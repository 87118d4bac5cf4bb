import { ActionIcon, Button, Progress, Text, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconFileUpload, IconX } from '@tabler/icons-react';
import { fileSize } from '../../lib/format';
import type { Upload } from './use-uploads';
import classes from './property.module.css';

interface Props {
  readonly upload: Upload;
  readonly onDrop: () => void;
  readonly onRetry: () => void;
}

/** An upload: its progress, or why it failed. */
export function UploadLine({ upload, onDrop, onRetry }: Props) {
  const { file, problem } = upload;
  const verb = problem ? 'Dismiss' : 'Cancel the upload of';
  return (
    <li className={classes.file}>
      {problem ? <IconAlertCircle size={20} color="var(--mantine-color-error)" aria-hidden /> : <IconFileUpload size={20} aria-hidden />}
      <div className={classes.fileText}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Text>
        {problem ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        ) : (
          <Sending name={file.name} size={file.size} share={upload.share} />
        )}
      </div>
      {problem && upload.canRetry && (
        <Button size="compact-sm" variant="default" onClick={onRetry} aria-label={`Try again to upload ${file.name}`}>
          Try again
        </Button>
      )}
      <Tooltip label={problem ? 'Dismiss' : 'Cancel'}>
        <ActionIcon variant="subtle" color="gray" aria-label={`${verb} ${file.name}`} onClick={onDrop}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

function Sending({ name, size, share }: { readonly name: string; readonly size: number; readonly share: number | undefined }) {
  if (share === undefined) {
    return (
      <Text size="xs" c="dimmed">
        Waiting · {fileSize(size)}
      </Text>
    );
  }
  const percent = Math.round(share * 100);
  return (
    <>
      <Progress.Root size="sm" my={4}>
        <Progress.Section value={percent} aria-label={`Upload of ${name}`} animated={percent === 100} />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {/* All bytes were sent, and the response is pending. */}
        {percent === 100 ? 'Saving...' : `${fileSize(Math.round(share * size))} of ${fileSize(size)}`}
      </Text>
    </>
  );
}
