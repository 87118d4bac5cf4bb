/** The elements of a letter's text, for the editors of letters and templates; matches the server's sanitizers. */
import { TableKit } from '@tiptap/extension-table';
import TextAlign from '@tiptap/extension-text-align';
import StarterKit, { type StarterKitOptions } from '@tiptap/starter-kit';

export const letterBlocks = (options: Partial<StarterKitOptions> = {}) => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    // Code blocks make no sense in printed letters.
    code: false,
    codeBlock: false,
    link: { openOnClick: false, autolink: false, protocols: ['http', 'https', 'mailto'] },
    ...options,
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  // Tables pasted from Word and spreadsheets; sheets break between rows, and columns have no fixed widths.
  TableKit.configure({ table: { resizable: false } }),
];
