import { Avatar, Button, FileButton, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useNotice } from '../../ui/dialogs';
import { useUploadAvatar } from './api';
import { avatarFailure, avatarRefusal, avatarTypes } from './rules';

interface AvatarPickerProps {
  readonly userId: string;
  readonly name: string;
  readonly url: string | null;
}

/** The user's avatar. A new one is uploaded when selected. */
export function AvatarPicker({ userId, name, url }: AvatarPickerProps) {
  const upload = useUploadAvatar(userId);
  const notice = useNotice();

  function choose(file: File | null): void {
    if (!file) return;
    const refused = avatarRefusal(file);
    if (refused) {
      notice.alert(refused);
      return;
    }
    upload.mutate(file, { onError: (reason) => notice.alert(avatarFailure(reason)) });
  }

  return (
    <Group>
      <Avatar src={url} alt={`Picture of ${name}`} size={72} color="ink" variant="light">
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <div>
        <FileButton onChange={choose} accept={avatarTypes.join(',')} inputProps={{ 'aria-label': 'Picture file' }}>
          {(props) => (
            <Button variant="default" loading={upload.isPending} leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              Choose picture
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" mt={4}>
          PNG, JPEG or WebP, at most 20 MB
        </Text>
      </div>
    </Group>
  );
}
