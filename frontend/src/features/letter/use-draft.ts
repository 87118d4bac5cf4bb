/**
 * The draft of an open letter: its keeper, and the texts that may replace it (another user's, a version, a local copy). Exposes the
 * decisions for the screen to show.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { copyKey, dropCopy, readCopy, type LetterCopy } from '../../lib/letter-copies';
import { currentUserId } from '../../lib/session';
import { draftStore } from './api';
import { DraftKeeper, type DraftState } from './draft-keeper';
import { differences, withTerms, type Difference } from './letter-terms';
import { sanitize } from '../../lib/sanitize-letter';
import type { Terms } from '../../lib/term-names';
import type { Letter } from './use-letter';

export interface Draft {
  keeper: DraftKeeper;
  state: DraftState;
  /** The text to show; a new `key` means another text rather than an edit. */
  text: { html: string; key: number };
  differences: readonly Difference[];
  /** Unsaved edits of an earlier visit. */
  copy: LetterCopy | undefined;
  /** Captures the typed text. */
  capture: () => void;
  updateTerms: () => void;
  keepTerms: () => void;
  restoreCopy: () => void;
  leaveCopyOut: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
  /** Opens a copy of a version; the replaced text is kept too. */
  editCopy: (html: string) => Promise<void>;
}

/** The draft of one property's letter, from loaded data. */
export function useDraft(parcelNumber: string, projectId: string | undefined, letter: Letter): Draft {
  const [keeper] = useState(() => {
    const made = new DraftKeeper(draftStore(parcelNumber, projectId));
    made.open(letter.draft);
    return made;
  });
  const key = copyKey(currentUserId(), parcelNumber, projectId);
  const [copy, setCopy] = useState(() => unsaved(readCopy(key), letter.draft.html));
  const [text, setText] = useState({ html: letter.draft.html, key: 0 });
  const [typed, setTyped] = useState(letter.draft.html);
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  const [kept, setKept] = useState<Terms>(keeper.kept);

  // Comparing reads the whole letter, so it is deferred.
  useEffect(() => keeper.subscribe(() => setTyped(keeper.html)), [keeper]);

  const show = (): void => {
    setText((before) => ({ html: keeper.html, key: before.key + 1 }));
    setTyped(keeper.html);
    setKept(keeper.kept);
  };
  const found = differences(typed, kept, letter.property, letter.sender.firm);
  const now = (): Difference[] => differences(keeper.html, kept, letter.property, letter.sender.firm);
  return {
    keeper,
    state,
    text,
    copy,
    differences: found,
    capture: () => setText((before) => ({ ...before, html: keeper.html })),
    updateTerms: () => {
      keeper.edit(sanitize(withTerms(keeper.html, now())));
      show();
    },
    keepTerms: () => {
      void keeper.keepTerms(Object.fromEntries(now().map((each) => [each.name, each.now])));
      setKept(keeper.kept);
    },
    restoreCopy: () => {
      if (!copy) return;
      void keeper.restore(sanitize(copy.html), copy.version);
      setCopy(undefined);
      show();
    },
    leaveCopyOut: () => {
      if (!keeper.dirty) dropCopy(key);
      setCopy(undefined);
    },
    keepMine: () => void keeper.keepMine(),
    takeTheirs: () => void keeper.takeTheirs().then((taken) => taken && show()),
    editCopy: async (html) => {
      await keeper.replace(html);
      show();
    },
  };
}

function unsaved(copy: LetterCopy | undefined, html: string): LetterCopy | undefined {
  return copy && sanitize(copy.html) !== html ? copy : undefined;
}
