/** The text of a letter's next version. Loaded when it is first edited. */
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { extensions } from '../../../lib/letter-schema';
import { sanitize } from '../../../lib/sanitize-letter';
import { EditorTools } from '../../../ui/editor-tools';
import classes from './redline.module.css';

interface CopyEditorProps {
  /** The initial text; later changes are ignored. */
  readonly html: string;
  readonly onInput: (html: string) => void;
}

export function CopyEditor({ html, onInput }: CopyEditorProps) {
  const editor = useEditor({
    extensions,
    content: sanitize(html),
    editorProps: { attributes: { role: 'textbox', 'aria-label': 'Letter body', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => onInput(sanitize(changed.getHTML())),
  });
  return (
    <RichTextEditor editor={editor} withCodeHighlightStyles={false}>
      <EditorTools />
      <div className={classes.editor}>
        <RichTextEditor.Content />
      </div>
    </RichTextEditor>
  );
}
