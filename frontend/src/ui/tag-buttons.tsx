import { Button } from '@mantine/core';
import { IconTag, IconTagOff } from '@tabler/icons-react';
import { useState } from 'react';
import { AskDialog } from './ask-dialog';
import { InMore } from './more-actions';

/** A tag that is added or removed. */
export interface TagChange {
  readonly kind: 'add_tags' | 'remove_tags';
  readonly tags: string[];
}

interface TagButtonsProps {
  readonly loading: boolean;
  readonly disabled?: boolean;
  /** Tags that such records of the firm have. */
  readonly known: readonly string[] | undefined;
  /** Called with what was done, such as 'Tagged VIP'. */
  readonly onTag: (change: TagChange, done: string) => void;
}

/** 'Tag' and 'Remove tag' for selected rows. */
export function TagButtons({ loading, disabled = false, known = [], onTag }: TagButtonsProps) {
  const [asking, setAsking] = useState<TagChange['kind']>();
  const look = { size: 'compact-sm', variant: 'default', loading, disabled } as const;
  return (
    <>
      <Button {...look} leftSection={<IconTag size={16} aria-hidden />} onClick={() => setAsking('add_tags')}>
        Tag
      </Button>
      <InMore>
        <Button {...look} leftSection={<IconTagOff size={16} aria-hidden />} onClick={() => setAsking('remove_tags')}>
          Remove tag
        </Button>
      </InMore>
      {asking && (
        <AskDialog
          title={asking === 'add_tags' ? 'Add a tag' : 'Remove a tag'}
          text={{ label: 'Tag', maxLength: 40, required: true, suggestions: known }}
          onClose={() => setAsking(undefined)}
          onSave={(tag) => {
            setAsking(undefined);
            onTag({ kind: asking, tags: [tag] }, asking === 'add_tags' ? `Tagged ${tag}` : `Tag ${tag} removed`);
          }}
        />
      )}
    </>
  );
}
