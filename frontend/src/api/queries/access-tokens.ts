import { queryOptions } from '@tanstack/react-query';
import { get, pages } from './query';

/** The user's own personal access tokens, newest first. */
export const accessTokensQuery = queryOptions({
  ...get('main', '/api/personal_access_tokens'),
  select: (answer) => answer.tokens,
});

/** Matching personal access tokens of the firm's users, newest first, paged; for admins. */
export const allAccessTokensQuery = (words: string) => pages('main', '/api/all_personal_access_tokens', { q: words || undefined });
