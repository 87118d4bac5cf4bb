/**
 * The Letter of Intent editor: combines bar, notices, page, draft and saving. The letter is displayed as sheets and edited as one page;
 * leaving edit mode captures the sanitized body.
 */
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/source-serif-4/wght-italic.css';
import { useElementSize } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { allOf } from '../../api/queries/query';
import { fetchVersionText, restoreDraft, uploadLetter } from './api';
import { BothTexts } from './both-texts';
import { defaultFileName } from './file-name';
import { LetterBar } from './letter-bar';
import { LetterLoading } from './letter-loading';
import { LetterNotices } from './letter-notices';
import { missingIn } from './letter-terms';
import { propertyName } from './letter-text';
import { PagedLetter, sheetAttribute } from './paged-letter';
import { SaveDialog } from './save-dialog';
import { saveLetter } from './save-letter';
import { saveState } from './save-state';
import { sheetSize } from './sheets';
import { useDraft } from './use-draft';
import { useLeaveGuard } from './use-leave-guard';
import { useLetterEditor } from './use-letter-editor';
import { useLetter, type Letter } from './use-letter';
import { useOthers, useTellPresence } from './use-presence';
import { VersionsMenu } from './versions-menu';
import { nextZoom } from './zoom';
import classes from './letter.module.css';

interface LetterScreenProps {
  parcelNumber: string;
  projectId: string | undefined;
  /** Id of a version to copy. */
  copyOf?: string | undefined;
  onBack: () => void;
  /** Called when the copy is open, to remove it from the URL. */
  onCopied: () => void;
  /** Navigates to this letter from any page. */
  onReopen: () => void;
  /** Shows a notice. */
  tell: (message: string, kind: 'success' | 'error') => void;
  /** Shows a notice with an undo button. */
  tellUndo: (message: string, undo: () => Promise<void>) => void;
  /** Asks a question that can be declined. */
  ask: (question: string) => Promise<boolean>;
}

export function LetterScreen(props: LetterScreenProps) {
  const letter = useLetter(props.parcelNumber, props.projectId);
  if (letter) return <LetterWorkspace key={props.parcelNumber} {...props} letter={letter} />;
  return <LetterLoading onBack={props.onBack} />;
}

function LetterWorkspace({ parcelNumber, projectId, copyOf, letter, ...props }: LetterScreenProps & { letter: Letter }) {
  const { onBack, onCopied, onReopen, tell, tellUndo, ask } = props;
  const draft = useDraft(parcelNumber, projectId, letter);
  const { keeper, state, text } = draft;
  const [editing, setEditing] = useState(false);
  const { Editor, loadEditor, fetchEditor } = useLetterEditor();
  const [comparing, setComparing] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [naming, setNaming] = useState(false);
  const [saving, setSaving] = useState(false);
  const { ref: desk, width } = useElementSize<HTMLElement>();
  const letterRoot = useRef<HTMLDivElement>(null);
  const cache = useQueryClient();
  const place = `letter/${letter.property?.ll_uuid ?? parcelNumber}`;
  const others = useOthers(place);
  useTellPresence(place, editing);
  useLeaveGuard(keeper, ask, (html) =>
    tellUndo("The letter's edits were discarded.", async () => {
      const restored = await restoreDraft(parcelNumber, projectId, html);
      if (!restored) tell('Another user has started a new draft. Your text is kept under Versions.', 'error');
      onReopen();
    }),
  );

  // On a phone 100% is the page's full width.
  const fit = width > 0 ? Math.min(1, width / (sheetSize.width + 2 * deskPadding)) : 1;
  const address = letter.property?.address?.trim();

  const edit = async (): Promise<void> => {
    try {
      await loadEditor();
      setEditing(true);
    } catch {
      tell('The editor could not be loaded. Please try again.', 'error');
    }
  };
  const editCopy = async (versionId: string): Promise<void> => {
    try {
      await draft.editCopy(await fetchVersionText(versionId));
      await edit();
    } catch {
      tell('The version could not be opened. Please try again.', 'error');
    }
  };
  const copying = useRef(false);
  useEffect(() => {
    if (!copyOf || copying.current) return;
    copying.current = true;
    void editCopy(copyOf).finally(onCopied);
  });

  const capture = (): void => {
    draft.capture();
    setEditing(false);
  };
  const startSaving = (): void => {
    if (editing) capture();
    if (address && letter.property?.parcel_number) {
      setNaming(true);
      // Preloaded while the name is typed.
      import('./pdf/write-letter').catch(() => undefined);
    } else tell('Property data is not loaded. Please try again.', 'error');
  };
  const save = async (fileName: string): Promise<void> => {
    if (!address) return;
    setSaving(true);
    const info = { title: `Letter of Intent – ${propertyName(letter.property ?? {})}`, author: letter.sender.firm };
    const { html } = keeper;
    await keeper.flush();
    const outcome = await saveLetter(fileName, info, {
      sheets: () => [...(letterRoot.current?.querySelectorAll<HTMLElement>(`[${sheetAttribute}]`) ?? [])],
      write: async (sheets, about) => (await import('./pdf/write-letter')).writeLetterPdf(sheets, about),
      upload: (file) => uploadLetter({ file, html, missing: missingIn(html).map(({ name }) => name), parcelNumber, address, projectId }),
    });
    if (outcome.kept) await keeper.discard();
    if (outcome.saved) {
      for (const path of ['/list_attachments', '/list_letter_versions'] as const) {
        void cache.invalidateQueries(allOf(['property', path], { parcel_number: parcelNumber }));
      }
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
        state={saveState(state)}
        saving={saving}
        loading={false}
        versions={
          <VersionsMenu
            parcelNumber={parcelNumber}
            projectId={projectId}
            disabled={saving || state.conflict !== undefined}
            onEditCopy={({ version_id }) => void editCopy(version_id)}
          />
        }
        onNear={fetchEditor}
        onBack={() => {
          if (!keeper.dirty) void keeper.flush();
          onBack();
        }}
        onZoom={(direction) => setZoom((current) => nextZoom(current, direction))}
        onToggleEdit={() => (editing ? capture() : void edit())}
        onSave={startSaving}
      />
      <LetterNotices draft={draft} others={others} onCompare={() => setComparing(true)} />
      <main className={editing ? classes['layout'] : classes['desk']} ref={desk} tabIndex={editing ? undefined : 0} aria-label="Letter">
        {editing && Editor ? (
          <Editor
            key={text.key}
            html={text.html}
            sender={letter.sender}
            zoom={zoom}
            narrow={fit < 1}
            onRespell={(spelt) => keeper.respell(spelt)}
            onInput={(changed) => keeper.edit(changed)}
          />
        ) : (
          <PagedLetter html={text.html} sender={letter.sender} subject={propertyName(letter.property ?? {})} zoom={zoom * fit} />
        )}
      </main>
      {comparing && state.conflict && <BothTexts draft={draft} conflict={state.conflict} onClose={() => setComparing(false)} />}
      {naming && address && (
        <SaveDialog
          proposal={defaultFileName(address)}
          missing={missingIn(keeper.html).map(({ sentence }) => sentence)}
          busy={saving}
          onSave={(name) => void save(name)}
          onCancel={() => setNaming(false)}
        />
      )}
    </div>
  );
}

/** Horizontal padding around the sheets in CSS px, as in the style sheet. */
const deskPadding = 16;
