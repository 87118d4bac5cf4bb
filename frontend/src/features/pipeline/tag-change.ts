import { tagsIn } from '../../ui/tag-line';
import type { Change } from './api';

/** The tags that are added and removed; nothing if they are the same. */
export function tagChange(before: string, after: string): Change {
  const [had, has] = [tagsIn(before), tagsIn(after)];
  const remove_tags = had.filter((tag) => !has.includes(tag));
  const add_tags = has.filter((tag) => !had.includes(tag));
  return { ...(remove_tags.length > 0 && { remove_tags }), ...(add_tags.length > 0 && { add_tags }) };
}
