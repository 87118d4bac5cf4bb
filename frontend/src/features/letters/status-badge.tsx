import { Badge, Group, Text } from '@mantine/core';
import type { LetterSummary } from './api';
import { statusWords } from './words';

const mailWords = { queued: ['Queued', 'blue'], failed: ['Not delivered', 'red'], unclear: ['Delivery unclear', 'yellow'] } as const;

/** The state of a letter, what became of its message if that differs, and whether it was withdrawn. */
export function StatusBadge({ letter }: { readonly letter: LetterSummary }) {
  const { status, mail_status, withdrawn_at } = letter;
  const [word, color] = statusWords[status];
  const mail = mail_status && mail_status !== 'sent' ? mailWords[mail_status] : undefined;
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <Badge color={color} variant="light" style={{ flexShrink: 0 }}>
        {word}
      </Badge>
      {mail && (
        <Badge color={mail[1]} variant="outline" style={{ flexShrink: 0 }}>
          {mail[0]}
        </Badge>
      )}
      {withdrawn_at && (
        <Badge color="red" variant="light" style={{ flexShrink: 0 }}>
          Withdrawn
        </Badge>
      )}
    </Group>
  );
}

/** The later version that went out instead of a letter. */
export function Replaced({ letter }: { readonly letter: LetterSummary }) {
  const { replaced_by } = letter;
  if (!replaced_by) return null;
  return (
    <Text size="xs" c="dimmed" truncate title={replaced_by}>
      Replaced by {replaced_by}
    </Text>
  );
}
