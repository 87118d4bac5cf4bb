import { useState, type ComponentType } from 'react';
import type { LetterEditorProps } from './letter-editor';

let loading: Promise<ComponentType<LetterEditorProps>> | undefined;

/** The editor's code, asked for once; after a failure the next call asks again. */
function load(): Promise<ComponentType<LetterEditorProps>> {
  loading ??= import('./letter-editor')
    .then(({ LetterEditor }) => LetterEditor)
    .catch((reason: unknown) => {
      loading = undefined;
      throw reason;
    });
  return loading;
}

/**
 * The editor, once it is loaded: a letter is looked at before it is edited, and the editor is most of its code. `fetchEditor` has it on
 * its way before it is asked for.
 */
export function useLetterEditor() {
  const [Editor, setEditor] = useState<ComponentType<LetterEditorProps>>();
  return {
    Editor,
    fetchEditor: () => void load().catch(() => undefined),
    loadEditor: async () => {
      const loaded = await load();
      setEditor(() => loaded);
    },
  };
}
