import { ActionIcon, Anchor, Button, FileButton, Group, Text, Tooltip } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFile, IconFileTypePdf, IconMail, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { sentenceOf } from '../../api/client';
import { dateTime, fileSize } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { useAttachments, useDeleteAttachment, useUpload, type AttachmentItem, type Property, type PropertyKey } from './api';
import { Panel } from './panel';
import classes from './property.module.css';
import { SelectAttachmentsDialog } from './select-attachments-dialog';

interface Props {
  readonly property: Property;
  readonly propertyKey: PropertyKey;
}

/** The property's files: see, add by button or by drop, remove. */
export function AttachmentsPanel({ property, propertyKey }: Props) {
  const attachments = useAttachments(propertyKey);
  const upload = useUpload(propertyKey, property.address ?? '');
  const remove = useDeleteAttachment(propertyKey);
  const notice = useNotice();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [picking, setPicking] = useState(false);

  async function add(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    try {
      await upload.mutateAsync(files);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The files could not be uploaded. Please try again.'));
    }
  }

  async function take(item: AttachmentItem): Promise<void> {
    const sure = await confirm({ sentence: `Remove ${item.name}? The file is deleted for everybody.`, confirm: 'Remove', cancel: 'Keep' });
    if (!sure) return;
    try {
      await remove.mutateAsync(item.path);
    } catch (reason) {
      console.error('The attachment could not be deleted.', reason);
    }
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
            disabled={!attachments.data?.length}
            onClick={() => setPicking(true)}
          >
            Email
          </Button>
          <FileButton multiple onChange={(files) => void add(files)}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} loading={upload.isPending}>
                Upload
              </Button>
            )}
          </FileButton>
        </Group>
      }
    >
      {attachments.data?.map((item) => (
        <div key={item.path} className={classes.file}>
          {item.content_type === 'application/pdf' ? <IconFileTypePdf size={20} aria-hidden /> : <IconFile size={20} aria-hidden />}
          <div style={{ flex: 1, minWidth: 0 }}>
            <Anchor component={Link} to={paths.attachment(item.path)} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {item.name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {fileSize(item.size)} · {dateTime(item.uploaded_at)}
            </Text>
          </div>
          <Tooltip label={propertyKey.projectId ? 'Remove' : 'Open the property from its project to remove a file'}>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${item.name}`}
              // Deleting needs both parcel number and project (specification, point 5).
              disabled={!propertyKey.projectId}
              onClick={() => void take(item)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      {picking && (
        <SelectAttachmentsDialog
          items={attachments.data ?? []}
          onCancel={() => setPicking(false)}
          onSend={(files) => void navigate(paths.email(propertyKey.parcelNumber, propertyKey.projectId, null, files))}
        />
      )}
      {attachments.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No attachments available.
        </Text>
      )}
      {attachments.isError && (
        <Text size="sm" role="alert">
          The attachments could not be loaded.{' '}
          <Anchor component="button" size="sm" onClick={() => void attachments.refetch()}>
            Try again
          </Anchor>
        </Text>
      )}
      <Dropzone mt="sm" onDrop={(files) => void add(files)} loading={upload.isPending} aria-label="Drop files here or click to choose them">
        <Text size="sm" c="dimmed" ta="center" py="sm">
          Drop files here, or click to choose them
        </Text>
      </Dropzone>
    </Panel>
  );
}
