import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { dateTime } from '../../../lib/format';
import { currentUserId } from '../../../lib/session';
import { useNotice } from '../../../ui/dialogs';
import { useUnsaved } from '../../../ui/unsaved';
import { useUpdateComment, type LetterComment } from './api';

/** A comment: its author edits it, everybody resolves it. */
export function CommentItem({ comment }: { readonly comment: LetterComment }) {
  const update = useUpdateComment(comment.comment_id);
  const notice = useNotice();
  const [text, setText] = useState<string>();
  useUnsaved(text !== undefined && text !== comment.text);
  const { version } = comment;

  function change(body: { readonly text?: string; readonly resolved?: boolean }): void {
    update.mutate(
      { version, ...body },
      {
        onSuccess: () => setText(undefined),
        onError: (reason) => notice.alert(sentenceOf(reason, 'The comment could not be changed. Please try again.')),
      },
    );
  }

  return (
    <li>
      {comment.quote !== null && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          On “{comment.quote}”
        </Text>
      )}
      {text === undefined ? (
        <Text size="sm">{comment.text}</Text>
      ) : (
        <Textarea
          size="xs"
          label="Comment"
          autosize
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {comment.created_by_name}, {dateTime(comment.created_at)}
          {comment.edited_at !== null && ', edited'}
          {comment.resolved_by_name !== null && `, resolved by ${comment.resolved_by_name}`}
        </Text>
        {text === undefined ? (
          <>
            {comment.created_by === currentUserId() && (
              <Button size="compact-xs" variant="subtle" onClick={() => setText(comment.text)}>
                Edit
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="subtle"
              loading={update.isPending}
              onClick={() => change({ resolved: comment.resolved_at === null })}
            >
              {comment.resolved_at === null ? 'Resolve' : 'Open again'}
            </Button>
          </>
        ) : (
          <>
            <Button size="compact-xs" loading={update.isPending} disabled={text.trim() === ''} onClick={() => change({ text })}>
              Save
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => setText(undefined)}>
              Cancel
            </Button>
          </>
        )}
      </Group>
    </li>
  );
}
