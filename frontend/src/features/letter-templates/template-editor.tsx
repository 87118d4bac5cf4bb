/** The text of a template in the editor, with merge fields and clauses. */
import { Button } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconBracketsContain, IconBraces } from '@tabler/icons-react';
import { useEditor, type Editor } from '@tiptap/react';
import { useState } from 'react';
import { EditorTools } from '../../ui/editor-tools';
import type { LetterTerm } from './api';
import { ClauseDialog, newClause } from './clause-dialog';
import { FieldDialog } from './field-dialog';
import {
  clauseAtCursor,
  clausesOf,
  freshId,
  templateExtensions,
  unwrapClause,
  updateClause,
  wrapClause,
  type Clause,
  type Field,
  type PlacedClause,
} from './template-schema';
import classes from './templates.module.css';

interface TemplateEditorProps {
  /** The initial text; later changes are ignored. */
  readonly html: string;
  readonly terms: readonly LetterTerm[];
  readonly readOnly: boolean;
  /** Called with the text as the editor writes it, before any input. */
  readonly onReady: (html: string, editor: Editor) => void;
  readonly onInput: (html: string) => void;
}

/** What a dialog is open for; without place it is new. */
type Open = { readonly field?: Field; readonly at?: number } | { readonly clause: Clause; readonly at?: number };

export function TemplateEditor({ html, terms, readOnly, onReady, onInput }: TemplateEditorProps) {
  const [open, setOpen] = useState<Open>();
  const editor = useEditor({
    extensions: templateExtensions({
      labelOf: (name) => terms.find((term) => term.name === name)?.label ?? name,
      onOpen: (field, at) => setOpen({ field, at }),
    }),
    content: html,
    editable: !readOnly,
    editorProps: {
      attributes: { role: 'textbox', 'aria-label': 'Text of the template', 'aria-multiline': 'true' },
      handleTextInput: (_view, _from, _to, text) => {
        if (text !== '{') return false;
        setOpen({});
        return true;
      },
      handleDoubleClickOn: (_view, _pos, node, at) => {
        if (node.type.name !== 'field') return false;
        setOpen({ field: node.attrs as Field, at });
        return true;
      },
    },
    onCreate: ({ editor: made }) => onReady(made.getHTML(), made),
    onUpdate: ({ editor: changed }) => onInput(changed.getHTML()),
  });

  function close(): void {
    setOpen(undefined);
    // What was typed, such as '{', opened the dialog: typing goes on.
    editor.commands.focus();
  }

  function putField(field: Field): void {
    const at = open && 'at' in open ? open.at : undefined;
    const content = { type: 'field', attrs: { ...field } };
    const chain = editor.chain().focus();
    (at === undefined ? chain.insertContent(content) : chain.insertContentAt({ from: at, to: at + 1 }, content)).run();
    close();
  }

  function openClause(): void {
    const around: PlacedClause | undefined = clauseAtCursor(editor);
    setOpen(around ? { clause: around, at: around.at } : { clause: newClause });
  }

  function putClause(clause: Clause): void {
    const at = open && 'at' in open ? open.at : undefined;
    const taken = clausesOf(editor).map(({ id }) => id);
    if (at === undefined) wrapClause(editor, { ...clause, id: freshId(clause.title, taken) });
    else updateClause(editor, at, clause);
    close();
  }

  return (
    <>
      <RichTextEditor editor={editor} withTypographyStyles={false} withCodeHighlightStyles={false} className={classes['editor']}>
        {!readOnly && (
          <EditorTools className={classes['tools']}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconBraces size={16} aria-hidden />}
              onClick={() => setOpen({})}
              title="Or type {"
            >
              Field
            </Button>
            <Button size="compact-sm" variant="default" leftSection={<IconBracketsContain size={16} aria-hidden />} onClick={openClause}>
              Clause
            </Button>
          </EditorTools>
        )}
        <RichTextEditor.Content className={classes['text']} />
      </RichTextEditor>
      {open && !('clause' in open) && <FieldDialog terms={terms} field={open.field} onPut={putField} onClose={close} />}
      {open && 'clause' in open && (
        <ClauseDialog
          clause={open.clause}
          terms={terms}
          onPut={putClause}
          onClose={close}
          {...(open.at !== undefined && {
            onRemove: () => {
              unwrapClause(editor, open.at ?? 0);
              close();
            },
          })}
        />
      )}
    </>
  );
}
