import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useConfirm } from './dialogs';

interface DeleteButtonProps {
  /** Asked before, such as 'Are you sure you want to delete 3 contacts?'. */
  readonly question: string;
  /** Why they are too many for a change. */
  readonly tooMany: string | undefined;
  readonly loading: boolean;
  readonly onDelete: () => Promise<unknown>;
}

/** Deletes the selected records after confirmation. */
export function DeleteButton({ question, tooMany, loading, onDelete }: DeleteButtonProps) {
  const confirm = useConfirm();

  async function press(): Promise<void> {
    if (await confirm({ sentence: question, confirm: 'Delete', cancel: 'Keep' })) await onDelete();
  }

  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      disabled={tooMany !== undefined}
      title={tooMany}
      loading={loading}
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => void press()}
    >
      Delete
    </Button>
  );
}
