import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { propertyApi, unwrap } from '../../api/client';
import { useSending } from '../../lib/use-sending';

/** The page of a campaign's unsubscribe link. Its reader has no account. */
export function UnsubscribeScreen({ token }: { readonly token: string }) {
  // The signed token authorizes the request.
  const leave = useSending(() => unwrap(propertyApi.POST('/unsubscribe', { params: { query: { token } } })));
  useDocumentTitle('Unsubscribe · Sitewright');
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" maw={440} w="100%">
        <Stack>
          <Title order={1} size="h3">
            {leave.done ? 'You are unsubscribed' : 'Unsubscribe'}
          </Title>
          {leave.done ? (
            <Text role="status">You have been unsubscribed.</Text>
          ) : (
            <>
              <Text>Stop receiving messages from this sender?</Text>
              {leave.failure !== undefined && (
                <Text c="red" role="alert">
                  {leave.failure instanceof Error ? leave.failure.message : 'Network error. Please try again.'}
                </Text>
              )}
              <Button onClick={() => leave.send(undefined)} loading={leave.busy}>
                Unsubscribe
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
