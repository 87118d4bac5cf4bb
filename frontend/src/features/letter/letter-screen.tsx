/**
 * The Letter of Intent editor: puts bar, page, draft and saving together. The letter is looked at as sheets and edited as one page; leaving
 * edit mode captures the sanitized body.
 */
import '@mantine/tiptap/styles.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/source-serif-4/wght-italic.css';
import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, useSyncExternalStore } from 'react';
import { draftStore, uploadLetter } from './api';
import { DraftKeeper } from './draft-keeper';
import { defaultFileName } from './file-name';
import { LetterBar } from './letter-bar';
import { LetterEditor } from './letter-editor';
import { propertyName } from './letter-text';
import { PagedLetter, sheetAttribute } from './paged-letter';
import { SaveDialog } from './save-dialog';
import { saveLetter } from './save-letter';
import { sheetSize } from './sheets';
import { useLeaveGuard } from './use-leave-guard';
import { useLetter, type Letter } from './use-letter';
import { nextZoom } from './zoom';
import classes from './letter.module.css';

interface LetterScreenProps {
  parcelNumber: string;
  projectId: string | undefined;
  onBack: () => void;
  /** Shows a notice. */
  tell: (message: string, kind: 'success' | 'error') => void;
  /** Asks a question that can be declined. */
  ask: (question: string) => Promise<boolean>;
}

export function LetterScreen(props: LetterScreenProps) {
  const letter = useLetter(props.parcelNumber, props.projectId);
  if (letter) return <LetterWorkspace key={props.parcelNumber} {...props} letter={letter} />;
  const nothing = (): void => undefined;
  return (
    <div className={classes['screen']}>
      <LetterBar
        zoom={1}
        editing={false}
        dirty={false}
        saving={false}
        loading
        onBack={props.onBack}
        onZoom={nothing}
        onToggleEdit={nothing}
        onSave={nothing}
      />
      <main className={classes['desk']}>
        <div className={classes['pages']} aria-busy="true" aria-label="Loading the letter">
          <Skeleton width={sheetSize.width} maw="100%" height={sheetSize.height} radius={0} />
        </div>
      </main>
    </div>
  );
}

function LetterWorkspace({ parcelNumber, projectId, onBack, tell, ask, letter }: LetterScreenProps & { letter: Letter }) {
  const [keeper] = useState(() => {
    const made = new DraftKeeper(draftStore(parcelNumber, projectId));
    made.open(letter.html);
    return made;
  });
  const [html, setHtml] = useState(letter.html);
  const [editing, setEditing] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [naming, setNaming] = useState(false);
  const [saving, setSaving] = useState(false);
  const dirty = useSyncExternalStore(keeper.subscribe, keeper.isDirty);
  const { ref: desk, width } = useElementSize<HTMLElement>();
  const letterRoot = useRef<HTMLDivElement>(null);
  const cache = useQueryClient();
  useLeaveGuard(keeper, ask);

  // On a phone the whole width of the page is what 100% means.
  const fit = width > 0 ? Math.min(1, width / (sheetSize.width + 2 * deskPadding)) : 1;
  const address = letter.property?.address?.trim();

  const capture = (): void => {
    setHtml(keeper.html);
    setEditing(false);
  };
  const startSaving = (): void => {
    if (editing) capture();
    if (address && letter.property?.parcel_number) setNaming(true);
    else tell('Property data is not loaded. Please try again.', 'error');
  };
  const save = async (fileName: string): Promise<void> => {
    if (!address) return;
    setSaving(true);
    const info = { title: `Letter of Intent – ${propertyName(letter.property ?? {})}`, author: letter.sender.firm };
    const outcome = await saveLetter(fileName, info, {
      sheets: () => [...(letterRoot.current?.querySelectorAll<HTMLElement>(`[${sheetAttribute}]`) ?? [])],
      write: async (sheets, about) => (await import('./pdf/write-letter')).writeLetterPdf(sheets, about),
      upload: (file) => uploadLetter({ file, parcelNumber, address, projectId }),
    });
    if (outcome.saved) {
      await keeper.discard();
      void cache.invalidateQueries({ queryKey: ['attachments', parcelNumber] });
    }
    setSaving(false);
    setNaming(false);
    tell(outcome.message, outcome.saved ? 'success' : 'error');
  };

  return (
    <div className={classes['screen']} ref={letterRoot}>
      <LetterBar
        zoom={zoom}
        editing={editing}
        dirty={dirty}
        saving={saving}
        loading={false}
        onBack={() => {
          if (!keeper.dirty) void keeper.flush();
          onBack();
        }}
        onZoom={(direction) => setZoom((current) => nextZoom(current, direction))}
        onToggleEdit={() => (editing ? capture() : setEditing(true))}
        onSave={startSaving}
      />
      <main className={editing ? classes['room'] : classes['desk']} ref={desk} tabIndex={editing ? undefined : 0} aria-label="Letter">
        {editing ? (
          <LetterEditor
            html={html}
            sender={letter.sender}
            zoom={zoom}
            narrow={fit < 1}
            onRespell={(spelt) => keeper.respell(spelt)}
            onInput={(changed) => keeper.edit(changed)}
          />
        ) : (
          <PagedLetter html={html} sender={letter.sender} subject={propertyName(letter.property ?? {})} zoom={zoom * fit} />
        )}
      </main>
      {naming && address && (
        <SaveDialog
          proposal={defaultFileName(address)}
          busy={saving}
          onSave={(name) => void save(name)}
          onCancel={() => setNaming(false)}
        />
      )}
    </div>
  );
}

/** Side padding of the desk around the sheets in CSS px, as the style sheet sets it. */
const deskPadding = 16;
