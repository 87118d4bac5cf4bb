import { Button, Stack, Text } from '@mantine/core';
import type { Ended, Invitation } from './api';
import { Sheet } from './sheet';
import { endings, senderOf } from './words';

interface EndedViewProps {
  readonly ended: Ended;
  readonly invitation?: Invitation | undefined;
  readonly moved?: boolean;
}

/** A link by which nothing can be read or signed: why, and whom to ask. */
export function EndedView({ ended: { why, sentence }, invitation, moved = false }: EndedViewProps) {
  const [title, explanation] = endings[why];
  return (
    <Sheet title={title} invitation={invitation} moved={moved}>
      <Stack>
        {invitation && (
          <Text>
            {invitation.number}, {invitation.property}
          </Text>
        )}
        <Text role="status">{sentence ?? explanation}</Text>
        <Text>
          {invitation
            ? `If you have questions, please ask ${senderOf(invitation)}.`
            : 'If it still does not work, please ask the person who sent you the link for a new one.'}
        </Text>
        {why === 'changed' && (
          <Button size="lg" onClick={() => window.location.reload()}>
            Load the page again
          </Button>
        )}
      </Stack>
    </Sheet>
  );
}
