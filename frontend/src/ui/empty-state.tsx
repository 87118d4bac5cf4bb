import { Center, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  /** What to do next. */
  readonly sentence?: string;
  readonly children?: ReactNode;
}

/** Shown instead of an empty list, with what to do next. */
export function EmptyState({ icon: Symbol, title, sentence, children }: EmptyStateProps) {
  return (
    <Center mih={280} p="lg">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Text c="dimmed" component="span" lh={1}>
          <Symbol size={40} stroke={1.25} aria-hidden />
        </Text>
        <Text fw={600}>{title}</Text>
        {sentence && (
          <Text c="dimmed" size="sm">
            {sentence}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  );
}
