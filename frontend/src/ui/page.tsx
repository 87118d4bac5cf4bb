import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** One line below the title. */
  readonly note?: string;
  /** Actions of the whole page, at the end of the title row. */
  readonly actions?: ReactNode;
  /** For a page with a map: as wide as the window, up to a limit. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The layout of a scrolling page: heading, actions, content of readable width. Full-bleed pages do not use it. */
export function Page({ title, note, actions, wide = false, children }: PageProps) {
  useDocumentTitle(`${title} · Sitewright`);
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
        <Stack gap={2}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {note && (
            <Text c="dimmed" size="sm">
              {note}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}
