/** An atomic term in the letter's body; text typed in its place is ordinary text. */
import { mergeAttributes, Node } from '@tiptap/core';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import { fieldNames } from './term-names';

interface TermAttributes {
  name: string;
  text: string;
  /** Name of the format that the server writes it in; null: the term's own. */
  format: string | null;
}

export const TermNode = Node.create({
  name: 'term',
  group: 'inline',
  inline: true,
  atom: true,
  // A click places the cursor beside it: a selected node would be replaced by the next key.
  selectable: false,
  addAttributes() {
    return {
      name: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.dataset['term'] ?? '' },
      text: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.textContent },
      format: { default: null, rendered: false, parseHTML: (element: HTMLElement) => element.dataset['fmt'] ?? null },
    };
  },
  parseHTML() {
    return fieldNames.map((name) => ({ tag: `span[data-term="${name}"]` }));
  },
  renderHTML({ node, HTMLAttributes }) {
    const { name, text, format } = node.attrs as TermAttributes;
    return ['span', mergeAttributes(HTMLAttributes, { 'data-term': name, ...(format && { 'data-fmt': format }) }), text];
  },
  renderText({ node }) {
    return (node.attrs as TermAttributes).text;
  },
  // By default the browser places the cursor inside the node, which takes no text, and the first words typed would be lost.
  addProseMirrorPlugins() {
    const { name } = this;
    return [
      new Plugin({
        props: {
          handleClickOn(view, _, node, at, event, direct) {
            if (!direct || node.type.name !== name) return false;
            const box = (view.nodeDOM(at) as HTMLElement).getBoundingClientRect();
            const after = event.clientX > box.left + box.width / 2;
            view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, after ? at + node.nodeSize : at)));
            view.focus();
            return true;
          },
        },
      }),
    ];
  },
});
