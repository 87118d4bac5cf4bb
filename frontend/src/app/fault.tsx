import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';

/** Replaces a page that failed, with a button to load it again. */
export function PageFault({ fault }: { readonly fault: unknown }) {
  useEffect(() => console.error(fault), [fault]);
  return (
    <Notice title="This page could not be shown" sentence="Something went wrong while it was loading. Your saved work is not affected.">
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </Notice>
  );
}

export function Notice({ title, sentence, children }: { title: string; sentence: string; children: React.ReactNode }) {
  return (
    <Center h="100%" p="xl">
      <Stack align="center" gap="sm" ta="center" role="alert">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{sentence}</Text>
        {children}
      </Stack>
    </Center>
  );
}
