import { Text } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';

interface TagLineProps {
  /** Comma-separated words, as a record has them. */
  readonly tags: string | null | undefined;
  /** Space above it. */
  readonly mt?: number;
}

/** The tags of a comma-separated list. */
export const tagsIn = (tags: string | null | undefined): readonly string[] => tags?.split(',').flatMap((tag) => tag.trim() || []) ?? [];

/** The tags of a row or card in one line; nothing without any. */
export function TagLine({ tags, mt = 0 }: TagLineProps) {
  const words = tagsIn(tags).join(', ');
  if (!words) return null;
  return (
    <Text size="xs" c="dimmed" lh={1.3} mt={mt} truncate title={words}>
      <IconTag size={12} role="img" aria-label="Tags" /> {words}
    </Text>
  );
}
