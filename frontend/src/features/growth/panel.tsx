import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface Props {
  readonly ref?: Ref<HTMLDivElement>;
  /** Names the section for screen readers; its title where there is no other. */
  readonly label?: string;
  readonly title?: ReactNode;
  /** One sentence below the title. */
  readonly note?: ReactNode;
  /** Stands at the end of the title's row. */
  readonly actions?: ReactNode;
  /** Beside the map: less air, a smaller title. */
  readonly compact?: boolean;
  readonly children?: ReactNode;
}

/** A section of the page on paper, with its title. */
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
