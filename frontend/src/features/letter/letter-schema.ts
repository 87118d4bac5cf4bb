/** What a letter's body may hold in the editor; the sanitizers on both sides let the same through. */
import { TableKit } from '@tiptap/extension-table';
import TextAlign from '@tiptap/extension-text-align';
import StarterKit from '@tiptap/starter-kit';
import { TermNode } from './term-node';

export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    // Letters are printed: no code.
    code: false,
    codeBlock: false,
    link: { openOnClick: false, autolink: false, protocols: ['http', 'https', 'mailto'] },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  // What Word and spreadsheets paste; sheets break between rows, so columns have no widths of their own.
  TableKit.configure({ table: { resizable: false } }),
  TermNode,
];
