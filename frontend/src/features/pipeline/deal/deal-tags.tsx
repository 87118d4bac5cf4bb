import { useQuery } from '@tanstack/react-query';
import { dealTagsQuery } from '../../../api/queries/deals';
import { tagsIn } from '../../../ui/tag-line';
import { TagsField } from '../../../ui/tags-field';
import type { Change } from '../api';

interface DealTagsProps {
  readonly tags: string | null;
  /** Called with the change and what was done. */
  readonly onSave: (what: Change, done: string) => void;
}

/** The tags of a deal, saved when one is added or removed. */
export function DealTags({ tags, onSave }: DealTagsProps) {
  const known = useQuery(dealTagsQuery);
  const has = tagsIn(tags);

  function change(values: readonly string[]): void {
    const added = values.filter((tag) => !has.includes(tag));
    const removed = has.filter((tag) => !values.includes(tag));
    if (added.length > 0) onSave({ add_tags: added }, `Tagged ${added.join(', ')}`);
    if (removed.length > 0) onSave({ remove_tags: removed }, `Tag ${removed.join(', ')} removed`);
  }

  return <TagsField label="Tags" tags={tags} known={known.data?.tags} onChange={change} />;
}
