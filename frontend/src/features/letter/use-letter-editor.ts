import { useState, type ComponentType } from 'react';
import type { LetterEditorProps } from './letter-editor';

const load = () => import('./letter-editor');

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
      const { LetterEditor } = await load();
      setEditor(() => LetterEditor);
    },
  };
}
