import { useState, type ComponentType } from 'react';
import type { LetterEditorProps } from './letter-editor';

let loading: Promise<ComponentType<LetterEditorProps>> | undefined;

/** Loads the editor's code once; after a failure the next call tries again. */
function load(): Promise<ComponentType<LetterEditorProps>> {
  loading ??= import('./letter-editor')
    .then(({ LetterEditor }) => LetterEditor)
    .catch((reason: unknown) => {
      loading = undefined;
      throw reason;
    });
  return loading;
}

/** The editor, once loaded: a letter is viewed before it is edited, and the editor is most of the code. `fetchEditor` preloads it. */
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
