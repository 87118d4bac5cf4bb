import { currentUserId } from '../../lib/session';

/** A record opened from the command search, as it was listed. */
export interface Recent {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly to: string;
}

const most = 5;
const mostCommands = 20;

/** In session storage, which is cleared at sign-out: names of records are not left in the browser. */
const keyOf = (): string => `recent ${currentUserId() ?? ''}`;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'to'].every((field) => typeof (value as Readonly<Record<string, unknown>>)[field] === 'string');

/** Records opened from the command search in this tab, the last one first. */
export function recentRecords(): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Puts a record in front of the recent ones. */
export function rememberRecord({ id, label, description, to }: Recent): void {
  const others = recentRecords().filter((recent) => recent.id !== id);
  const kept = [{ id, label, to, ...(description ? { description } : {}) }, ...others].slice(0, most);
  sessionStorage.setItem(keyOf(), JSON.stringify(kept));
}

const commandsKey = (): string => `recent commands ${currentUserId() ?? ''}`;

/** Ids of the commands given in this tab, the last one first. */
export function recentCommands(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(commandsKey()) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Puts a command in front of the recent ones. */
export function rememberCommand(id: string): void {
  const kept = [id, ...recentCommands().filter((recent) => recent !== id)].slice(0, mostCommands);
  sessionStorage.setItem(commandsKey(), JSON.stringify(kept));
}
