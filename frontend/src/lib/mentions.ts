/** People whom a text mentions: `@` and their name. */

export interface Mentionable {
  readonly user_id: string;
  readonly name: string;
}

export interface TextPart {
  readonly text: string;
  readonly isMention: boolean;
}

const offered = 8;
const partOfWord = /[\p{L}\p{N}]/u;

/** The mention that is being typed before the caret. */
export function mentionAt(text: string, caret: number): { readonly start: number; readonly query: string } | undefined {
  const start = text.lastIndexOf('@', caret - 1);
  // In an e-mail address a letter is before it.
  if (caret === 0 || start < 0 || partOfWord.test(text.charAt(start - 1))) return undefined;
  const query = text.slice(start + 1, caret);
  return /^\s|\n/.test(query) ? undefined : { start, query };
}

/** The first people whose name, or a later word of it, begins so. */
export function matching<Person extends Mentionable>(people: readonly Person[], query: string): Person[] {
  const wanted = query.toLowerCase();
  const begins = ({ name }: Person) => ` ${name.toLowerCase()}`.includes(` ${wanted}`);
  return people.filter(begins).slice(0, offered);
}

/** The text in parts, those that mention one of these names apart. */
export function partsOf(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, done))) {
    const name = partOfWord.test(text.charAt(at - 1)) ? undefined : nameAt(text, at + 1, names);
    if (name === undefined) continue;
    if (at > done) parts.push({ text: text.slice(done, at), isMention: false });
    parts.push({ text: `@${name}`, isMention: true });
    done = at + 1 + name.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMention: false });
  return parts;
}

/** The longest name that the text has here as whole words. */
function nameAt(text: string, start: number, names: readonly string[]): string | undefined {
  const here = names.filter((name) => name && text.startsWith(name, start) && !partOfWord.test(text.charAt(start + name.length)));
  return here.sort((a, b) => b.length - a.length)[0];
}

/** The ids of the people whom the text mentions; all of a name that several have. */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  const parts = partsOf(
    text,
    people.map(({ name }) => name),
  );
  const said = new Set(parts.filter(({ isMention }) => isMention).map((part) => part.text.slice(1)));
  return [...new Set(people.filter(({ name }) => said.has(name)).map(({ user_id }) => user_id))];
}
