import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useConfirm } from '../../ui/dialogs';

interface DeleteButtonProps {
  /** What is deleted, such as '3 contacts'. */
  readonly name: string;
  /** What stays, for the question. */
  readonly kept?: string;
  /** Why they are too many for a change. */
  readonly tooMany: string | undefined;
  readonly loading: boolean;
  /** Deletes them; returns whether it was done. */
  readonly onDelete: () => Promise<boolean>;
  readonly onDeleted: () => void;
}

/** Deletes the selected records of the directory after confirmation. */
export function DeleteButton({ name, kept, tooMany, loading, onDelete, onDeleted }: DeleteButtonProps) {
  const confirm = useConfirm();

  async function press(): Promise<void> {
    const question = `Are you sure you want to delete ${name} from the directory?`;
    const sure = await confirm({ sentence: kept ? `${question} ${kept}` : question, confirm: 'Delete', cancel: 'Keep' });
    if (sure && (await onDelete())) onDeleted();
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
