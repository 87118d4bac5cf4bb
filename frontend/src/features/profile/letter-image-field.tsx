import { Button, FileButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useRemoveLetterImage, useUploadLetterImage, type LetterImage } from './letterhead-api';
import classes from './letterhead.module.css';
import { avatarTypes, letterImageRefusal } from './rules';

interface LetterImageFieldProps {
  readonly which: LetterImage;
  readonly label: string;
  readonly url: string | null;
  /** What letters show without the image. */
  readonly without: string;
  readonly children?: ReactNode;
}

/** The firm's logo or the user's signature: preview, replace, remove. A new one is uploaded when selected. */
export function LetterImageField({ which, label, url, without, children }: LetterImageFieldProps) {
  const upload = useUploadLetterImage(which);
  const remove = useRemoveLetterImage(which);
  const notice = useNotice();

  function choose(file: File | null): void {
    if (!file) return;
    const refused = letterImageRefusal(file);
    if (refused) notice.alert(refused);
    else upload.mutate(file, { onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to upload the image')) });
  }

  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {label}
      </Text>
      <div className={classes['paper']}>{url ? <img src={url} alt={`Your ${which}`} /> : <span>{without}</span>}</div>
      <Group gap="xs" mt="xs">
        {children}
        <FileButton onChange={choose} accept={avatarTypes.join(',')} inputProps={{ 'aria-label': `${label} file` }}>
          {(props) => (
            <Button variant="default" loading={upload.isPending} {...props}>
              Upload image
            </Button>
          )}
        </FileButton>
        {url && (
          <Button
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            aria-label={`Remove ${which}`}
            onClick={() =>
              remove.mutate(undefined, { onError: (reason) => notice.alert(sentenceOf(reason, `Failed to remove the ${which}`)) })
            }
          >
            Remove
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        PNG, JPEG or WebP, at most 2 MB
      </Text>
    </div>
  );
}
