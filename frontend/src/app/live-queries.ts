import type { QueryClient } from '@tanstack/react-query';
import { onChange } from '../api/live';

/** First words of the query keys that a kind of change makes stale. */
const stale: readonly (readonly [event: RegExp, keys: readonly string[]])[] = [
  [/^(projects_changed|project\.)/, ['projects', 'project', 'dashboard', 'activity']],
  [/^marker\./, ['markers', 'properties', 'property', 'projects']],
  [/^(property|site_image)\./, ['properties', 'property', 'markers']],
  [/^attachment\./, ['attachments']],
  [/^contact\./, ['contacts', 'property-contacts', 'owner-contacts', 'dashboard']],
  [/^growth\./, ['growth-runs']],
];

/** Refetches what a change of the firm's data has made stale; everything after the stream was down. */
export function followChanges(cache: QueryClient): () => void {
  return onChange(({ type }) => {
    if (type === 'reconnected') {
      void cache.invalidateQueries();
      return;
    }
    for (const [event, keys] of stale) {
      if (!event.test(type)) continue;
      for (const key of keys) void cache.invalidateQueries({ queryKey: [key] });
    }
  });
}
