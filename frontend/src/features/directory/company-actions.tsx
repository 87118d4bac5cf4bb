import { Button } from '@mantine/core';
import { IconTag, IconTagOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { AskDialog } from '../../ui/ask-dialog';
import { useConfirm } from '../../ui/dialogs';
import { useChangeCompanies, type CompaniesTarget } from './use-change-companies';

interface CompanyActionsProps {
  readonly target: CompaniesTarget;
  /** Number of companies, such as '3 companies'. */
  readonly name: string;
  /** Called when the companies were removed. */
  readonly onRemoved: () => void;
}

/** Actions for the selected companies: tags and removal. */
export function CompanyActions({ target, name, onRemoved }: CompanyActionsProps) {
  const confirm = useConfirm();
  const { change, isPending } = useChangeCompanies();
  const [asking, setAsking] = useState<'add_tags' | 'remove_tags'>();
  const look = { size: 'compact-sm', variant: 'default', loading: isPending } as const;

  async function save(kind: 'add_tags' | 'remove_tags', tag: string): Promise<void> {
    setAsking(undefined);
    await change(target, { kind, tags: [tag] }, kind === 'add_tags' ? `Tagged ${tag}` : `Tag ${tag} removed`);
  }

  async function remove(): Promise<void> {
    const sentence = `Are you sure you want to delete ${name} from the directory? Contacts keep the company's name.`;
    const sure = await confirm({ sentence, confirm: 'Delete', cancel: 'Keep' });
    if (sure && (await change(target, { kind: 'remove' }, 'Deleted'))) onRemoved();
  }

  return (
    <>
      <Button {...look} leftSection={<IconTag size={16} aria-hidden />} onClick={() => setAsking('add_tags')}>
        Tag
      </Button>
      <Button {...look} leftSection={<IconTagOff size={16} aria-hidden />} onClick={() => setAsking('remove_tags')}>
        Remove tag
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={isPending}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void remove()}
      >
        Delete
      </Button>
      {asking && (
        <AskDialog
          title={asking === 'add_tags' ? 'Add a tag' : 'Remove a tag'}
          text={{ label: 'Tag', maxLength: 40, required: true }}
          onClose={() => setAsking(undefined)}
          onSave={(tag) => void save(asking, tag)}
        />
      )}
    </>
  );
}
