import { Button, FileButton, Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconMail, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { attachmentsQuery } from '../../api/queries/attachments';
import { letterVersionsQuery } from '../../api/queries/letters';
import type { PropertyRef } from '../../api/queries/properties';
import { paths } from '../../lib/paths';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { useAskedId } from '../../ui/use-asked-for';
import { newestFirst, textsByFile, useDeleteAttachment, useRestoreAttachment, versionOf, type AttachmentItem, type Property } from './api';
import { AttachmentLine } from './attachment-line';
import { Panel } from './panel';
import classes from './property.module.css';
import { UploadLine } from './upload-line';
import { limitSentence, useUploads } from './use-uploads';

const SelectAttachmentsDialog = lazy(() =>
  import('./select-attachments-dialog').then((loaded) => ({ default: loaded.SelectAttachmentsDialog })),
);

interface Props {
  readonly property: Property;
  readonly propertyKey: PropertyRef;
}

/** The property's files: list, add by button or drop, remove. */
export function AttachmentsPanel({ property, propertyKey }: Props) {
  const attachments = useQuery({ ...attachmentsQuery(propertyKey), select: newestFirst });
  const letterTexts = useQuery({ ...letterVersionsQuery(propertyKey), select: textsByFile }).data;
  const notice = useNotice();
  const { uploads, add, drop, retry } = useUploads(propertyKey, property.address ?? '', notice.alert);
  const remove = useDeleteAttachment(propertyKey);
  const restore = useRestoreAttachment(propertyKey);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [picking, setPicking] = useState(false);
  const askedPath = useAskedId('file');
  const resetInput = useRef<() => void>(null);
  const items = attachments.data ?? [];

  function choose(files: readonly File[]): void {
    add(files);
    // Otherwise selecting the same file again would trigger no event.
    resetInput.current?.();
  }

  async function take(item: AttachmentItem): Promise<void> {
    const sure = await confirm({ sentence: `Remove ${item.name}? The file is deleted for all users.`, confirm: 'Remove', cancel: 'Keep' });
    if (!sure) return;
    try {
      await remove.mutateAsync(item.path);
      notice.undo(`${item.name} was removed.`, () => restore.mutateAsync(item.path));
    } catch (reason) {
      console.error('The attachment could not be deleted.', reason);
    }
  }

  function editCopyOf(text: string | undefined): (() => void) | undefined {
    return text ? () => void navigate(paths.letter(propertyKey.parcelNumber, propertyKey.projectId, text)) : undefined;
  }

  return (
    <Panel
      title="Attachments"
      action={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMail size={14} aria-hidden />}
            disabled={items.length === 0}
            onClick={() => setPicking(true)}
          >
            Email
          </Button>
          <FileButton multiple onChange={choose} resetRef={resetInput}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
                Upload
              </Button>
            )}
          </FileButton>
        </Group>
      }
    >
      {uploads.length > 0 && (
        <ul className={classes.files} aria-label="Uploads">
          {uploads.map((upload) => (
            <UploadLine key={upload.id} upload={upload} onDrop={() => drop(upload.id)} onRetry={() => retry(upload.id)} />
          ))}
        </ul>
      )}
      <QueryPanel query={attachments} failure="The attachments could not be loaded.">
        {(files) =>
          files.length === 0 ? (
            <Text size="sm" c="dimmed">
              No attachments available.
            </Text>
          ) : (
            <ul className={classes.files} aria-label="Files">
              {files.map((item) => (
                <AttachmentLine
                  key={item.path}
                  item={item}
                  version={versionOf(item, files)}
                  isAsked={item.path === askedPath}
                  onEditCopy={editCopyOf(letterTexts?.get(item.path))}
                  // Deleting needs both parcel number and project (specification, point 5).
                  onRemove={propertyKey.projectId ? () => void take(item) : undefined}
                />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      {picking && (
        <Suspense fallback={null}>
          <SelectAttachmentsDialog
            items={items}
            onCancel={() => setPicking(false)}
            onSend={(files) => void navigate(paths.email(propertyKey.parcelNumber, propertyKey.projectId, null, files))}
          />
        </Suspense>
      )}
      <Dropzone mt="sm" onDrop={add} aria-label="Drop files here or click to choose them">
        <Text size="sm" c="dimmed" ta="center" pt="sm">
          Drop files here, or click to choose them
        </Text>
        <Text size="xs" c="dimmed" ta="center" pb="sm">
          {limitSentence}
        </Text>
      </Dropzone>
    </Panel>
  );
}
