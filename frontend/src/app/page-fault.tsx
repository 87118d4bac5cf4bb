import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { paths } from '../lib/paths';

/** A page that could not be shown, with a way on. */
export function PageFault() {
  const fault = useRouteError();
  console.error(fault);
  return (
    <Notice title="This page could not be shown" sentence="Something went wrong while it was loading. Your work on the server is safe.">
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </Notice>
  );
}

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Notice title="There is nothing at this address" sentence="The link may be old, or mistyped.">
      <Button component={Link} to={paths.dashboard}>
        Go to the dashboard
      </Button>
    </Notice>
  );
}

function Notice({ title, sentence, children }: { title: string; sentence: string; children: React.ReactNode }) {
  return (
    <Center h="100%" p="xl">
      <Stack align="center" gap="sm" role="alert">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{sentence}</Text>
        {children}
      </Stack>
    </Center>
  );
}
