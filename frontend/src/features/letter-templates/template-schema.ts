/** The elements of a template: those of letters, merge fields and clauses. */
import { mergeAttributes, Node, type Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { findWrapping } from '@tiptap/pm/transform';
import { letterBlocks } from '../../lib/letter-blocks';

/** A merge field; without format it reads in the field's usual one. */
export interface Field {
  readonly term: string;
  readonly fmt: string | null;
}

export interface Clause {
  readonly id: string;
  readonly title: string;
  readonly kind: string | null;
  /** Condition as JSON; null: in every letter. */
  readonly when: string | null;
  readonly binding: boolean;
  readonly start: string | null;
}

/** A clause of the text, and its place. */
export interface PlacedClause extends Clause {
  readonly at: number;
}

const data = (name: string) => ({
  default: null as string | null,
  rendered: false,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});

interface FieldOptions {
  /** For the user, by name. */
  readonly labelOf: (term: string) => string;
  readonly onOpen: (field: Field, at: number) => void;
}

export const FieldNode = Node.create<FieldOptions>({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ labelOf: (term) => term, onOpen: () => undefined }),
  addAttributes: () => ({ term: { ...data('data-term'), default: '' }, fmt: data('data-fmt') }),
  parseHTML: () => [{ tag: 'span[data-term]' }],
  renderHTML({ node, HTMLAttributes }) {
    const { term, fmt } = node.attrs as Field;
    const marks = fmt === null ? {} : { 'data-fmt': fmt };
    return ['span', mergeAttributes(HTMLAttributes, { 'data-term': term, ...marks }), this.options.labelOf(term)];
  },
  renderText({ node }) {
    return this.options.labelOf((node.attrs as Field).term);
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== this.name) return false;
        this.options.onOpen(selection.node.attrs as Field, selection.from);
        return true;
      },
    };
  },
});

export const ClauseNode = Node.create({
  name: 'clause',
  // Clauses stand in no other clause and no list.
  group: 'clause',
  content: 'block+',
  defining: true,
  isolating: true,
  addAttributes: () => ({
    id: { ...data('data-clause'), default: '' },
    title: { ...data('data-title'), default: '' },
    kind: data('data-kind'),
    when: data('data-when'),
    start: data('data-start'),
    locked: data('data-locked'),
    binding: {
      default: false,
      rendered: false,
      parseHTML: (element: HTMLElement) => element.dataset['binding'] === 'true',
    },
  }),
  parseHTML: () => [{ tag: 'section[data-clause]' }],
  renderHTML({ node, HTMLAttributes }) {
    const { id, title, kind, when, start, locked, binding } = node.attrs as Clause & { readonly locked: string | null };
    const given = {
      'data-clause': id,
      'data-title': title || null,
      'data-kind': kind,
      'data-when': when,
      'data-start': start,
      'data-locked': locked,
      'data-binding': binding ? 'true' : null,
    };
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    return ['section', mergeAttributes(HTMLAttributes, known), 0];
  },
});

const TemplateDocument = Node.create({ name: 'doc', topNode: true, content: '(block | clause)+' });

export const templateExtensions = (options: FieldOptions) => [
  TemplateDocument,
  ...letterBlocks({ document: false }),
  FieldNode.configure(options),
  ClauseNode,
];

/** The clauses of the text, in their order. */
export function clausesOf(editor: Editor): PlacedClause[] {
  const found: PlacedClause[] = [];
  editor.state.doc.forEach((node, at) => {
    if (node.type.name === 'clause') found.push({ ...(node.attrs as Clause), at });
  });
  return found;
}

/** The clause around the cursor. */
export function clauseAtCursor(editor: Editor): PlacedClause | undefined {
  const { from } = editor.state.selection;
  const { doc } = editor.state;
  return clausesOf(editor).find(({ at }) => at <= from && from < at + (doc.nodeAt(at)?.nodeSize ?? 0));
}

/** An id that no other clause has. */
export function freshId(title: string, taken: readonly string[]): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['clause'];
  const base = words.join('-').slice(0, 36);
  let id = base;
  for (let count = 2; taken.includes(id); count += 1) id = `${base}-${count}`;
  return id;
}

/** Makes a clause of the selected paragraphs; false if they are in one already. */
export function wrapClause(editor: Editor, clause: Clause): boolean {
  const { state, view } = editor;
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to, (node) => node.type.name === 'doc');
  const type = state.schema.nodes['clause'];
  const wrapping = range && type && findWrapping(range, type, { ...clause });
  if (!range || !wrapping) return false;
  view.dispatch(state.tr.wrap(range, wrapping).scrollIntoView());
  return true;
}

export function updateClause(editor: Editor, at: number, clause: Clause): void {
  const { state, view } = editor;
  const node = state.doc.nodeAt(at);
  if (node) view.dispatch(state.tr.setNodeMarkup(at, null, { ...node.attrs, ...clause }));
}

/** Leaves the paragraphs of a clause in every letter. */
export function unwrapClause(editor: Editor, at: number): void {
  const { state, view } = editor;
  const node = state.doc.nodeAt(at);
  if (node) view.dispatch(state.tr.replaceWith(at, at + node.nodeSize, node.content));
}

/** Shows the place that a finding names: a clause or a merge field. */
export function jumpTo(editor: Editor, field: string): boolean {
  const [kind, name] = field.split('.');
  let place: number | undefined;
  editor.state.doc.descendants((node, at) => {
    const isIt =
      (kind === 'clauses' && node.type.name === 'clause' && (node.attrs as Clause).id === name) ||
      (kind === 'terms' && node.type.name === 'field' && (node.attrs as Field).term === name);
    if (isIt) place ??= at;
  });
  if (place === undefined) return false;
  const inside = kind === 'clauses' ? place + 2 : place;
  const chain = editor.chain().focus();
  (kind === 'clauses' ? chain.setTextSelection(inside) : chain.setNodeSelection(inside)).scrollIntoView().run();
  return true;
}
