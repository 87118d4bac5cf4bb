import { TagsInput, type TagsInputProps } from '@mantine/core';
import { tagsIn } from './tag-line';

interface TagsFieldProps extends Pick<TagsInputProps, 'label' | 'aria-label' | 'error' | 'disabled' | 'style' | 'size'> {
  /** Comma-separated words. */
  readonly tags: string | null | undefined;
  /** Tags that such records of the firm have, which are offered. */
  readonly known: readonly string[] | undefined;
  readonly onChange: (tags: readonly string[]) => void;
}

/** The tags of a record: typed with Enter or a comma, or chosen from those that the firm has. */
export function TagsField({ tags, known = [], onChange, ...input }: TagsFieldProps) {
  const has = tagsIn(tags);
  return (
    <TagsInput
      {...input}
      placeholder={has.length > 0 ? '' : 'Type a tag and Enter'}
      data={[...known]}
      maxTags={20}
      splitChars={[',']}
      acceptValueOnBlur
      value={[...has]}
      onChange={onChange}
    />
  );
}
