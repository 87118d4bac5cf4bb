import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { companyFiltersQuery } from '../../api/queries/companies';
import { useConfirm } from '../../ui/dialogs';
import { TagButtons } from '../../ui/tag-buttons';
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
  const filters = useQuery(companyFiltersQuery);
  const { change, isPending } = useChangeCompanies();

  async function remove(): Promise<void> {
    const sentence = `Are you sure you want to delete ${name} from the directory? Contacts keep the company's name.`;
    const sure = await confirm({ sentence, confirm: 'Delete', cancel: 'Keep' });
    if (sure && (await change(target, { kind: 'remove' }, 'Deleted'))) onRemoved();
  }

  return (
    <>
      <TagButtons known={filters.data?.tags} loading={isPending} onTag={(tags, done) => void change(target, tags, done)} />
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
    </>
  );
}
