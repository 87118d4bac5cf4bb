/** The text of a letter's next version. Loaded when it is first edited. */
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { extensions } from '../../../lib/letter-schema';
import { sanitize } from '../../../lib/sanitize-letter';
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
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <div className={classes.editor}>
        <RichTextEditor.Content />
      </div>
    </RichTextEditor>
  );
}
