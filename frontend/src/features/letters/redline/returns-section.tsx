import { Anchor, Button, FileButton, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../../api/client';
import { letterReturnsQuery } from '../../../api/queries/letter-register';
import { currency, dateTime } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useConfirm, useNotice } from '../../../ui/dialogs';
import { QueryPanel } from '../../../ui/query-panel';
import type { Letter } from '../api';
import { Section } from '../section';
import { useAddReturn, type ReturnReceived } from './api';
import { ComparedOnlyDialog, ReturnDialog } from './return-dialog';
import classes from './redline.module.css';

interface ReturnsSectionProps {
  readonly letter: Letter;
  readonly onDialog: (isOpen: boolean) => void;
}

const unmarked = 'This document does not say which letter it is. Does it answer this one?';
const docx = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What the other side sent back of the letter. */
export function ReturnsSection({ letter, onDialog }: ReturnsSectionProps) {
  const returns = useQuery(letterReturnsQuery(letter.letter_id));
  const add = useAddReturn(letter.letter_id);
  const confirm = useConfirm();
  const notice = useNotice();
  const [shown, setShown] = useState<string>();
  const [compared, setCompared] = useState<ReturnReceived>();
  const isOpen = shown !== undefined || compared !== undefined;
  useEffect(() => {
    onDialog(isOpen);
    return () => onDialog(false);
  }, [isOpen, onDialog]);
  const wasSent = letter.status !== 'draft' && letter.status !== 'approved' && letter.status !== 'signed';

  async function upload(file: File, confirmed: boolean): Promise<void> {
    try {
      const received = await add.mutateAsync({ file, version: letter.version, confirmed });
      if (received.returned) setShown(received.returned.return_id);
      else if (received.compared_only === 'unmarked' && (await isOfLetter())) await upload(file, true);
      else setCompared(received);
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The document could not be read. Please try again.'));
    }
  }

  async function isOfLetter(): Promise<boolean> {
    onDialog(true);
    const sure = await confirm({ sentence: unmarked, confirm: 'It answers this letter', destructive: false });
    onDialog(false);
    return sure;
  }

  if (!wasSent && !returns.data?.returns.length) return null;
  return (
    <Section title="Returned documents">
      <QueryPanel query={returns} failure={sentenceOf(returns.error, 'The documents could not be loaded.')}>
        {(data) =>
          data.returns.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing came back yet.
            </Text>
          ) : (
            <ul className={classes.list} aria-label="Returned documents">
              {data.returns.map((one) => (
                <li key={one.return_id}>
                  <Group gap="xs" justify="space-between">
                    <Text size="sm">
                      {one.path === null ? (
                        one.file_name
                      ) : (
                        <Anchor component={Link} to={paths.attachment(one.path)} size="sm">
                          {one.file_name}
                        </Anchor>
                      )}
                      , {one.number}
                    </Text>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Show the changes of ${one.file_name}`}
                      onClick={() => setShown(one.return_id)}
                    >
                      Show the changes
                    </Button>
                  </Group>
                  <Text size="xs" c="dimmed">
                    {one.author ? `By ${one.author}, as the document states; ` : ''}
                    received by {one.created_by_name}, {dateTime(one.created_at)}
                  </Text>
                  {one.price !== null && <Text size="sm">Proposed price: {currency(one.price)}</Text>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
      {wasSent && (
        <Group>
          <FileButton accept={docx} onChange={(file) => file && void upload(file, false)}>
            {(button) => (
              <Button size="xs" variant="default" loading={add.isPending} {...button}>
                Upload a returned document
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      {shown !== undefined && <ReturnDialog returnId={shown} letter={letter} onClose={() => setShown(undefined)} />}
      {compared && <ComparedOnlyDialog received={compared} onClose={() => setCompared(undefined)} />}
    </Section>
  );
}
