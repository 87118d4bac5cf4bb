import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import type { TemplateFinding } from './api';

interface FindingsListProps {
  readonly findings: readonly TemplateFinding[];
  readonly onJump: (field: string) => void;
}

/** What is wrong with a draft, or unusual about it. */
export function FindingsList({ findings, onJump }: FindingsListProps) {
  if (findings.length === 0) return <Text size="sm">Nothing is wrong with the draft.</Text>;
  return (
    <ul style={{ margin: 0, padding: 0, listStyle: 'none' }} aria-label="Problems">
      {findings.map(({ severity, field, sentence }) => (
        <li key={`${field} ${sentence}`}>
          <Group gap="xs" wrap="nowrap" align="flex-start" mb={6}>
            <Badge color={severity === 'block' ? 'red' : 'yellow'} variant="light" style={{ flexShrink: 0 }}>
              {severity === 'block' ? 'Blocks' : 'Note'}
            </Badge>
            {field === '' ? (
              <Text size="sm">{sentence}</Text>
            ) : (
              <UnstyledButton fz="sm" td="underline" onClick={() => onJump(field)}>
                {sentence}
              </UnstyledButton>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}
