import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface Props {
  readonly ref?: Ref<HTMLDivElement>;
  /** Accessible name, if there is no title. */
  readonly label?: string;
  readonly title?: ReactNode;
  /** A sentence below the title. */
  readonly note?: ReactNode;
  /** At the end of the title row. */
  readonly actions?: ReactNode;
  /** Smaller padding and title, for use beside the map. */
  readonly compact?: boolean;
  readonly children?: ReactNode;
}

/** A titled section of the page. */
export function Panel({ ref, label, title, note, actions, compact = false, children }: Props) {
  const headed = title !== undefined || actions !== undefined;
  return (
    <Paper ref={ref} withBorder p="md" bg="var(--surface)" component="section" aria-label={label} tabIndex={ref ? -1 : undefined}>
      {headed && (
        <Group justify="space-between" gap="xs" mb={children ? (compact ? 'xs' : 'md') : 0}>
          <div>
            <Title order={2} size={compact ? 'h5' : 'h4'}>
              {title}
            </Title>
            {note !== undefined && (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  );
}
