import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import type { LetterPreviewRow } from './api';
import classes from './letters.module.css';

/** What blocks a letter, and below it what else is to be known of it. */
export function RowNotes({ row, projectId }: { readonly row: LetterPreviewRow; readonly projectId: string }) {
  const stops = [row.price_problem?.sentence, ...row.lacks.filter(({ severity }) => severity === 'block').map(({ sentence }) => sentence)];
  const blocks = [...new Set(stops.filter((sentence) => sentence !== undefined))];
  const notes = [
    ...row.letters.map(({ number, status }) => `${number} was made for this property before (${status}).`),
    ...(row.limit ? [row.limit === 'floor' ? 'Raised to the least price.' : 'Lowered to the greatest price.'] : []),
    ...row.lacks.filter(({ severity }) => severity === 'warn').map(({ sentence }) => sentence),
  ];
  return (
    <div className={classes.notes}>
      {blocks.map((sentence) => (
        <div key={sentence} className={classes.block}>
          {sentence}
        </div>
      ))}
      {blocks.length > 0 && (
        <Anchor component={Link} to={paths.property(row.parcel_number, { project_id: projectId })} inherit>
          Open the property
        </Anchor>
      )}
      {notes.length === 1 && <div>{notes[0]}</div>}
      {notes.length > 1 && (
        <details>
          <summary>{notes.length} notes</summary>
          {notes.map((sentence, place) => (
            <div key={`${place} ${sentence}`}>{sentence}</div>
          ))}
        </details>
      )}
    </div>
  );
}
