import { get } from './query';

/** The newest notes that mention the user, and how many of all are unread. */
export const noteMentionsQuery = get('property', '/note_mentions');
