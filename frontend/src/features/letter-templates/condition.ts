/** Conditions of clauses as rows of a form: flat lists that are joined by 'and' or 'or'. Deeper ones are kept as they are. */
import type { LetterTerm } from './api';

/** Most rows: the server allows 20 operators, one of which joins them. */
export const maxRows = 19;

export const operators = {
  is_set: 'is known',
  not_set: 'is not known',
  eq: 'is (=)',
  ne: 'is not (≠)',
  lt: 'is less than (<)',
  lte: 'is at most (≤)',
  gt: 'is more than (>)',
  gte: 'is at least (≥)',
  in: 'is any of',
  not_in: 'is none of',
} as const;

export type Operator = keyof typeof operators;

export interface ConditionRow {
  readonly term: string;
  readonly op: Operator;
  /** As typed; of lists with commas. */
  readonly value: string;
}

export interface ConditionForm {
  readonly join: 'and' | 'or';
  readonly rows: readonly ConditionRow[];
}

interface Tree {
  readonly op: string;
  readonly args: readonly unknown[];
}

const numbers: ReadonlySet<string> = new Set(['money', 'area', 'percent', 'int']);
const dates: ReadonlySet<string> = new Set(['date', 'local_datetime']);

/** The operators that the server accepts for a term. */
export function operatorsOf(type: string): readonly Operator[] {
  if (type === 'lines' || type === 'share') return ['is_set', 'not_set'];
  const ordered = numbers.has(type) || dates.has(type);
  return (Object.keys(operators) as Operator[]).filter((op) => ordered || !['lt', 'lte', 'gt', 'gte'].includes(op));
}

export const needsValue = (op: Operator): boolean => op !== 'is_set' && op !== 'not_set';

function isTree(given: unknown): given is Tree {
  return typeof given === 'object' && given !== null && typeof (given as Tree).op === 'string' && Array.isArray((given as Tree).args);
}

function readRow(given: unknown): ConditionRow | undefined {
  if (!isTree(given)) return undefined;
  const { op, args } = given;
  if (op === 'not') {
    const inner = readRow(args[0]);
    return inner?.op === 'is_set' ? { ...inner, op: 'not_set' } : undefined;
  }
  const [term, value] = args;
  if (typeof term !== 'string' || !(op in operators)) return undefined;
  const text = Array.isArray(value) ? value.join(', ') : value === undefined ? '' : wordOf(value);
  return { term, op: op as Operator, value: text };
}

const wordOf = (value: unknown): string => (value === true ? 'yes' : value === false ? 'no' : String(value));

/** The rows of a stored condition; undefined if it is deeper than the form. */
export function readCondition(json: string): ConditionForm | undefined {
  let tree: unknown;
  try {
    tree = JSON.parse(json);
  } catch {
    return undefined;
  }
  const single = readRow(tree);
  if (single) return { join: 'and', rows: [single] };
  if (!isTree(tree) || (tree.op !== 'and' && tree.op !== 'or')) return undefined;
  const rows = tree.args.map(readRow);
  return rows.every((row) => row !== undefined) ? { join: tree.op, rows } : undefined;
}

/** What is wrong with a row; undefined if nothing is. */
export function faultOf({ term, op, value }: ConditionRow, terms: readonly LetterTerm[]): string | undefined {
  const type = terms.find(({ name }) => name === term)?.type;
  if (type === undefined) return 'Choose a field.';
  if (!needsValue(op)) return undefined;
  const texts = op === 'in' || op === 'not_in' ? listOf(value) : [value.trim()];
  if (texts.length === 0 || texts.includes('')) return 'Enter a value.';
  if (numbers.has(type) && texts.some((text) => !Number.isFinite(numberOf(text)) || numberOf(text) < 0)) return 'Enter a number.';
  if (dates.has(type) && texts.some((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text))) return 'Enter a date such as 2026-11-25.';
  if (type === 'flag' && texts.some((text) => !/^(yes|no)$/i.test(text))) return 'Enter yes or no.';
  return undefined;
}

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
// In lists commas separate values, so thousands have none there.
const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text.replace(/[$,%\s]/g, '')));

function literal(text: string, type: string): unknown {
  if (numbers.has(type)) return numberOf(text);
  return type === 'flag' ? text.toLowerCase() === 'yes' : text.trim();
}

function writeRow({ term, op, value }: ConditionRow, terms: readonly LetterTerm[]): Tree {
  const type = terms.find(({ name }) => name === term)?.type ?? 'text';
  switch (op) {
    case 'is_set':
      return { op, args: [term] };
    case 'not_set':
      return { op: 'not', args: [{ op: 'is_set', args: [term] }] };
    case 'in':
    case 'not_in':
      return { op, args: [term, listOf(value).map((text) => literal(text, type))] };
    default:
      return { op, args: [term, literal(value, type)] };
  }
}

/** The condition as it is stored; null without rows: the clause is in every letter. */
export function writeCondition({ join, rows }: ConditionForm, terms: readonly LetterTerm[]): string | null {
  const parts = rows.map((row) => writeRow(row, terms));
  if (parts.length === 0) return null;
  return JSON.stringify(parts.length === 1 ? parts[0] : { op: join, args: parts });
}
