import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useUnsubscribe } from './api';

/** The page behind the link under a campaign's message. Its reader has no account. */
export function UnsubscribeScreen({ token }: { readonly token: string }) {
  const leave = useUnsubscribe(token);
  useDocumentTitle('Unsubscribe · Sitewright');
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" maw={440} w="100%">
        <Stack>
          <Title order={1} size="h3">
            {leave.isSuccess ? 'You are unsubscribed' : 'Unsubscribe'}
          </Title>
          {leave.isSuccess ? (
            <Text role="status">You will get no more of these messages.</Text>
          ) : (
            <>
              <Text>Get no more messages from this sender?</Text>
              {leave.isError && (
                <Text c="red" role="alert">
                  {leave.error.message}
                </Text>
              )}
              <Button onClick={() => leave.mutate()} loading={leave.isPending}>
                Unsubscribe
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
