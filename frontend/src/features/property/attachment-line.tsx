import { ActionIcon, Anchor, Badge, Text, Tooltip } from '@mantine/core';
import { IconFile, IconFileTypePdf, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { dateTime, fileSize } from '../../lib/format';
import { paths } from '../../lib/paths';
import { currentEmail } from '../../lib/session';
import { useAskedFor } from '../../ui/use-asked-for';
import type { AttachmentItem } from './api';
import classes from './property.module.css';

interface Props {
  readonly item: AttachmentItem;
  /** Set if several files have its name. */
  readonly version: string | undefined;
  /** Whether a link asks for it. */
  readonly isAsked: boolean;
  /** For letters written here: opens a copy of the text. */
  readonly onEditCopy: (() => void) | undefined;
  /** Undefined if files cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

/** A file of the property: type, uploader and time. */
export function AttachmentLine({ item, version, isAsked, onEditCopy, onRemove }: Props) {
  const line = useAskedFor<HTMLLIElement>(isAsked);
  const label = version ? `${item.name}, ${version.toLowerCase()}` : item.name;
  const uploader = item.uploaded_by === currentEmail() ? 'you' : item.uploaded_by;
  return (
    <li ref={line} tabIndex={-1} className={classes.file}>
      {item.content_type === 'application/pdf' ? <IconFileTypePdf size={20} aria-hidden /> : <IconFile size={20} aria-hidden />}
      <div className={classes.fileText}>
        <Anchor component={Link} to={paths.attachment(item.path)} size="sm" style={{ overflowWrap: 'anywhere' }} aria-label={label}>
          {item.name}
        </Anchor>
        {version && (
          <Badge ml="xs" size="sm" variant="light" color="gray">
            {version}
          </Badge>
        )}
        <Text size="xs" c="dimmed">
          {fileSize(item.size)} · {dateTime(item.uploaded_at)} · by {uploader}
        </Text>
      </div>
      {onEditCopy && (
        <Tooltip label="Edit a copy">
          <ActionIcon variant="subtle" color="gray" aria-label={`Edit a copy of ${label}`} onClick={onEditCopy}>
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={onRemove ? 'Remove' : 'Open the property from its project to remove a file'}>
        <ActionIcon variant="subtle" color="red" aria-label={`Remove ${label}`} disabled={!onRemove} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
