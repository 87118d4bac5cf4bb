import { Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { letterCommentsQuery } from '../../../api/queries/letter-register';
import { useNotice } from '../../../ui/dialogs';
import { QueryPanel } from '../../../ui/query-panel';
import { useUnsaved } from '../../../ui/unsaved';
import type { Letter } from '../api';
import { Section } from '../section';
import { useAddComment } from './api';
import { CommentItem } from './comment-item';
import { blocksOf } from './blocks';
import classes from './redline.module.css';

/** What people of the firm say about the letter; the other side does not see it. */
export function CommentsSection({ letter }: { readonly letter: Letter }) {
  const comments = useQuery(letterCommentsQuery(letter.letter_id));
  const [withResolved, setWithResolved] = useState(false);
  return (
    <Section title="Comments">
      <QueryPanel query={comments} failure={sentenceOf(comments.error, 'The comments could not be loaded.')}>
        {(data) => {
          const shown = data.comments.filter(({ resolved_at }) => withResolved || resolved_at === null);
          return (
            <>
              <ul className={classes.list} aria-label="Comments">
                {shown.map((comment) => (
                  <CommentItem key={comment.comment_id} comment={comment} />
                ))}
              </ul>
              {data.comments.some(({ resolved_at }) => resolved_at !== null) && (
                <Checkbox
                  size="xs"
                  label="Show resolved comments"
                  checked={withResolved}
                  onChange={(event) => setWithResolved(event.currentTarget.checked)}
                />
              )}
            </>
          );
        }}
      </QueryPanel>
      <NewComment letter={letter} />
    </Section>
  );
}

function NewComment({ letter }: { readonly letter: Letter }) {
  const [text, setText] = useState('');
  const [block, setBlock] = useState<string | null>(null);
  const add = useAddComment(letter.letter_id);
  const notice = useNotice();
  useUnsaved(text.trim() !== '');

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (add.isPending) return;
    add.mutate(
      { text, block: block === null ? null : Number(block) },
      {
        onSuccess: () => {
          setText('');
          setBlock(null);
        },
        onError: (reason) => notice.alert(sentenceOf(reason, 'The comment could not be saved. Please try again.')),
      },
    );
  }

  return (
    <form onSubmit={submit}>
      <Stack gap={6}>
        <Select
          size="xs"
          label="About"
          placeholder="The whole letter"
          clearable
          data={blocksOf(letter.html)}
          value={block}
          onChange={setBlock}
        />
        <Textarea
          size="xs"
          label="Comment"
          autosize
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" size="xs" variant="default" disabled={text.trim() === ''} loading={add.isPending}>
            Add the comment
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
