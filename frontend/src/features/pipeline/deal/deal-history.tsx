import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { dealHistoryQuery } from '../../../api/queries/deals';
import { dateTime } from '../../../lib/format';
import { QueryPanel } from '../../../ui/query-panel';
import { Fold } from '../../../ui/fold';
import type { DealEdit, DealKey, DealSpan } from './api';
import classes from './deal.module.css';
import { causeWords, changeWords, daysWords, spanWords } from './words';

/** The stages of a deal, and who changed what. */
export function DealHistory({ dealKey }: { readonly dealKey: DealKey }) {
  return <Fold title="History">{() => <History dealKey={dealKey} />}</Fold>;
}

function History({ dealKey }: { readonly dealKey: DealKey }) {
  const history = useQuery(dealHistoryQuery(dealKey.project_id, dealKey.property_id));
  const [now] = useState(() => Date.now());
  return (
    <QueryPanel query={history} failure={sentenceOf(history.error, 'The history could not be loaded.')} pending={<Skeleton h={80} />}>
      {({ spans, edits }) => (
        <>
          <Text size="xs" c="dimmed" fw={600}>
            Stages
          </Text>
          <ul className={classes.list} aria-label="Stages of the deal">
            {spans.map((span) => (
              <SpanLine key={`${span.since} ${span.until ?? ''}`} span={span} now={now} />
            ))}
          </ul>
          <Text size="xs" c="dimmed" fw={600} mt="xs">
            Changes
          </Text>
          <ul className={classes.list} aria-label="Changes of the deal">
            {edits.map((edit) => (
              <EditLine key={edit.command_id} edit={edit} />
            ))}
          </ul>
          {edits.length === 0 && (
            <Text size="sm" c="dimmed">
              Nobody has changed it yet.
            </Text>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function SpanLine({ span, now }: { readonly span: DealSpan; readonly now: number }) {
  return (
    <li className={classes.item}>
      <Text size="sm" fw={600}>
        {span.stage_name}
      </Text>
      <Text size="xs" c="dimmed">
        {spanWords(span)} · {daysWords(span.since, span.until ? Date.parse(span.until) : now)}
      </Text>
      <Text size="xs" c="dimmed">
        {causeWords(span)}
      </Text>
    </li>
  );
}

function EditLine({ edit }: { readonly edit: DealEdit }) {
  return (
    <li className={classes.item}>
      {edit.changes.map((change) => (
        <Text key={change.field} size="sm">
          {changeWords(change)}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {edit.undoes && 'Undone: '}
        {edit.actor_name}, {dateTime(edit.at)}
      </Text>
    </li>
  );
}
