/** The letter in edit mode: one long page under Mantine's toolbar. Reports each input as sanitized HTML to the keeper. */
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor, type Editor } from '@tiptap/react';
import { EditorTools } from '../../ui/editor-tools';
import { Agreement, Closing, Footer, Letterhead } from './letter-parts';
import { extensions } from '../../lib/letter-schema';
import { sanitize } from '../../lib/sanitize-letter';
import type { Sender } from './sender';
import notices from './letter-notices.module.css';
import classes from './letter.module.css';

export interface LetterEditorProps {
  /** The initial body; later changes are ignored. */
  html: string;
  sender: Sender;
  zoom: number;
  /** Whether the window is narrower than the page: the text is then reflowed instead of scaled. */
  narrow: boolean;
  /** Called with the body as normalized by the editor, before any input. */
  onRespell: (html: string) => void;
  onInput: (html: string) => void;
}

const read = (editor: Editor): string => sanitize(editor.getHTML());

export function LetterEditor({ html, sender, zoom, narrow, onRespell, onInput }: LetterEditorProps) {
  const editor = useEditor({
    extensions,
    content: sanitize(html),
    autofocus: 'start',
    editorProps: { attributes: { role: 'textbox', 'aria-label': 'Letter body', 'aria-multiline': 'true' } },
    onCreate: ({ editor: made }) => onRespell(read(made)),
    onUpdate: ({ editor: changed }) => onInput(read(changed)),
  });
  return (
    <RichTextEditor editor={editor} className={classes['editor']} withTypographyStyles={false} withCodeHighlightStyles={false}>
      <EditorTools className={classes['tools']} />
      <div className={classes['desk']}>
        <div className={`${classes['pages']} ${narrow ? classes['narrow'] : ''}`} style={{ zoom }}>
          <article className={`${classes['sheet']} ${classes['lying']} ${classes['editing']} ${narrow ? classes['reflow'] : ''}`}>
            <Letterhead sender={sender} />
            <RichTextEditor.Content className={`${classes['body']} ${notices['fields']}`} />
            <Closing sender={sender} />
            <Agreement />
            <Footer sender={sender} />
          </article>
        </div>
      </div>
    </RichTextEditor>
  );
}
