/** The elements allowed in a letter's body; matches the sanitizers of client and server. */
import { TableKit } from '@tiptap/extension-table';
import TextAlign from '@tiptap/extension-text-align';
import StarterKit from '@tiptap/starter-kit';
import { TermNode } from './term-node';

export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    // Code blocks make no sense in printed letters.
    code: false,
    codeBlock: false,
    link: { openOnClick: false, autolink: false, protocols: ['http', 'https', 'mailto'] },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  // Tables pasted from Word and spreadsheets; sheets break between rows, and columns have no fixed widths.
  TableKit.configure({ table: { resizable: false } }),
  TermNode,
];
