/** A term of the property in the letter's body: one piece, deleted as a whole; what is typed instead is text like any other. */
import { mergeAttributes, Node } from '@tiptap/core';
import { termNames } from './term-names';

interface TermAttributes {
  name: string;
  text: string;
}

export const TermNode = Node.create({
  name: 'term',
  group: 'inline',
  inline: true,
  atom: true,
  // A click puts the cursor beside it: a selected piece would go with the next key.
  selectable: false,
  addAttributes() {
    return {
      name: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.dataset['term'] ?? '' },
      text: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.textContent },
    };
  },
  parseHTML() {
    return termNames.map((name) => ({ tag: `span[data-term="${name}"]` }));
  },
  renderHTML({ node, HTMLAttributes }) {
    const { name, text } = node.attrs as TermAttributes;
    return ['span', mergeAttributes(HTMLAttributes, { 'data-term': name }), text];
  },
  renderText({ node }) {
    return (node.attrs as TermAttributes).text;
  },
});
