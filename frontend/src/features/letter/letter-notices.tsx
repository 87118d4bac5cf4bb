/** Notices about the letter, each with its actions. Presentational only. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LetterCopy } from '../../lib/letter-copies';
import type { OtherDraft } from './draft-keeper';
import type { Difference } from './letter-terms';
import { clock } from './save-state';
import type { Draft } from './use-draft';
import classes from './letter-notices.module.css';

interface LetterNoticesProps {
  draft: Draft;
  /** Colleagues who are editing the letter. */
  others: readonly string[];
  onCompare: () => void;
}

export function LetterNotices({ draft, others, onCompare }: LetterNoticesProps) {
  const { conflict } = draft.state;
  return (
    <div className={classes['notices']}>
      {conflict && <ConflictNotice conflict={conflict} onKeepMine={draft.keepMine} onTakeTheirs={draft.takeTheirs} onCompare={onCompare} />}
      {draft.copy && <CopyNotice copy={draft.copy} onRestore={draft.restoreCopy} onDrop={draft.leaveCopyOut} />}
      <TermsNotice differences={draft.differences} onUpdate={draft.updateTerms} onKeep={draft.keepTerms} />
      <PresenceNotice names={others} />
    </div>
  );
}

interface Verb {
  text: string;
  onClick: () => void;
  main?: boolean;
}

interface NoticeProps {
  label: string;
  verbs?: readonly Verb[];
  quiet?: boolean;
  children: ReactNode;
}

function Notice({ label, verbs = [], quiet = false, children }: NoticeProps) {
  return (
    <section className={`${classes['notice']} ${quiet ? classes['quiet'] : ''}`} role={quiet ? 'status' : 'alert'} aria-label={label}>
      <div className={classes['sentence']}>{children}</div>
      {verbs.length > 0 && (
        <div className={classes['verbs']}>
          {verbs.map(({ text, onClick, main }) => (
            <Button key={text} size="xs" variant={main ? 'filled' : 'default'} onClick={onClick}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

interface TermsNoticeProps {
  differences: readonly Difference[];
  onUpdate: () => void;
  onKeep: () => void;
}

/** The letter differs from the property. */
function TermsNotice({ differences, onUpdate, onKeep }: TermsNoticeProps) {
  const [first, ...others] = differences;
  if (!first) return null;
  return (
    <Notice
      label="Terms"
      verbs={[
        { text: 'Update the terms', onClick: onUpdate, main: true },
        { text: 'Keep', onClick: onKeep },
      ]}
    >
      <strong>
        {first.label} is now {first.now}; the letter says {first.inLetter}
      </strong>
      {others.map(({ name, label, now, inLetter }) => (
        <div key={name}>
          {label} is now {now}; the letter says {inLetter}
        </div>
      ))}
    </Notice>
  );
}

interface ConflictNoticeProps {
  conflict: OtherDraft;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onCompare: () => void;
}

/** Another user stored a later text. */
function ConflictNotice({ conflict, onKeepMine, onTakeTheirs, onCompare }: ConflictNoticeProps) {
  return (
    <Notice
      label="Two texts"
      verbs={[
        { text: 'Keep mine', onClick: onKeepMine },
        { text: conflict.own ? 'Use the other' : 'Use theirs', onClick: onTakeTheirs },
        { text: 'See both', onClick: onCompare, main: true },
      ]}
    >
      <strong>{whoChanged(conflict)}.</strong> Your edits are kept in this browser and not saved yet. Whichever text you choose, the other
      stays under Versions.
    </Notice>
  );
}

export function whoChanged({ own, name, updatedAt }: OtherDraft): string {
  return own ? `You changed this letter in another window at ${clock(updatedAt)}` : `${name} changed this letter at ${clock(updatedAt)}`;
}

interface CopyNoticeProps {
  copy: LetterCopy;
  onRestore: () => void;
  onDrop: () => void;
}

/** This browser has a copy of text that the server never received. */
function CopyNotice({ copy, onRestore, onDrop }: CopyNoticeProps) {
  return (
    <Notice
      label="Unsaved edits"
      verbs={[
        { text: 'Restore my edits', onClick: onRestore, main: true },
        { text: 'Leave them out', onClick: onDrop },
      ]}
    >
      This browser has edits of this letter from {clock(copy.at)} that were not saved.
    </Notice>
  );
}

/** Colleagues who are editing the letter. */
function PresenceNotice({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Notice label="Colleagues" quiet>
      {names.length === 1 ? `${names[0] ?? ''} is editing` : `${names.join(', ')} are editing`}
    </Notice>
  );
}
