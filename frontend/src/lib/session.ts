/** What the browser stores of a sign-in. The tokens are HttpOnly cookies, inaccessible to scripts. */
export type Role = 'admin' | 'user';
export type Theme = 'light' | 'dark' | 'auto';

export interface StoredSession {
  readonly user_id: string;
  readonly email: string;
  readonly fname: string;
  /** From the server; anything but `admin` counts as `user`. */
  readonly role: string;
  readonly preferred_theme: Theme;
}

const flag = 'authenticated';

/** Stores a sign-in: flag, role and theme in local storage; e-mail, name, id and role in session storage. */
export function storeSession(session: StoredSession): void {
  localStorage.setItem(flag, 'true');
  localStorage.setItem('role', session.role);
  localStorage.setItem('preferred_theme', session.preferred_theme);
  sessionStorage.setItem('email', session.email);
  sessionStorage.setItem('fname', session.fname);
  sessionStorage.setItem('user_id', session.user_id);
  sessionStorage.setItem('role', session.role);
}

/** Applies changes of the user's profile. */
export function renameSession({ email, fname }: Pick<StoredSession, 'email' | 'fname'>): void {
  sessionStorage.setItem('email', email);
  sessionStorage.setItem('fname', fname);
}

/** Deletes the sign-in from this browser. */
export function clearSession(): void {
  localStorage.removeItem(flag);
  localStorage.removeItem('role');
  sessionStorage.clear();
}

/** 'in': flag and e-mail are stored. 'unknown': a new tab with only the flag. 'out': no flag. */
export function sessionState(): 'in' | 'unknown' | 'out' {
  if (localStorage.getItem(flag) !== 'true') return 'out';
  return sessionStorage.getItem('email') ? 'in' : 'unknown';
}

export function currentEmail(): string | null {
  return sessionStorage.getItem('email');
}

export function currentUserId(): string | null {
  return sessionStorage.getItem('user_id');
}

export function currentFirstName(): string {
  return sessionStorage.getItem('fname') ?? '';
}

/** The role, `user` if none is stored. */
export function currentRole(): Role {
  return (sessionStorage.getItem('role') ?? localStorage.getItem('role')) === 'admin' ? 'admin' : 'user';
}

/** Default project of the map and the letter when the URL names none. */
export function rememberProject(projectId: string): void {
  sessionStorage.setItem('project_id', projectId);
}

export function rememberedProject(): string | null {
  return sessionStorage.getItem('project_id');
}
