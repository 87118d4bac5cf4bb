import { Button } from '@mantine/core';
import { IconBriefcase, IconFileText, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companyFiltersQuery } from '../../api/queries/companies';
import { peopleQuery } from '../../api/queries/people';
import { AskDialog } from '../../ui/ask-dialog';
import { AssignMenu } from '../../ui/assign-menu';
import { DeleteButton } from '../../ui/delete-button';
import { InMore } from '../../ui/more-actions';
import { TagButtons } from '../../ui/tag-buttons';
import type { ChosenCompanies } from './contacts-of';
import { useChangeCompanies, type CompaniesTarget } from './use-change-companies';
import { useLettersForCompanies } from './use-letters-for-contacts';
import { useMailCompanies } from './use-mail-contacts';

interface CompanyActionsProps {
  readonly target: CompaniesTarget;
  /** The same companies, for mail to their contacts and letters. */
  readonly chosen: ChosenCompanies;
  /** Number of companies, such as '3 companies'. */
  readonly name: string;
  /** Why they are too many for a change. */
  readonly tooMany: string | undefined;
  /** Called when the companies were removed. */
  readonly onRemoved: () => void;
}

/** Actions for the selected companies: mail to their contacts, letters, tags, who is responsible, industry and removal. */
export function CompanyActions({ target, chosen, name, tooMany, onRemoved }: CompanyActionsProps) {
  const people = useQuery(peopleQuery);
  const filters = useQuery(companyFiltersQuery);
  const { change, isPending } = useChangeCompanies();
  const letters = useLettersForCompanies();
  const mail = useMailCompanies();
  const [asking, setAsking] = useState(false);
  const limit = { disabled: tooMany !== undefined, title: tooMany } as const;
  const look = { size: 'compact-sm', variant: 'default' } as const;

  async function setIndustry(industry: string): Promise<void> {
    setAsking(false);
    const done = industry ? `Industry ${industry}` : 'Industry removed';
    await change(target, { kind: 'set_industry', industry: industry || null }, done);
  }

  async function remove(): Promise<void> {
    if (await change(target, { kind: 'remove' }, 'Deleted')) onRemoved();
  }

  return (
    <>
      <Button {...look} loading={mail.isPending} leftSection={<IconMail size={16} aria-hidden />} onClick={() => mail.mutate(chosen)}>
        E-mail contacts
      </Button>
      <TagButtons
        known={filters.data?.tags}
        loading={isPending}
        disabled={limit.disabled}
        onTag={(tags, done) => void change(target, tags, done)}
      />
      <InMore ifNarrow>
        <AssignMenu
          people={people}
          loading={isPending}
          disabled={limit.disabled}
          withNobody
          onAssign={(user_id, done) => void change(target, { kind: 'assign', user_id }, done)}
        />
      </InMore>
      <InMore>
        <Button
          {...look}
          loading={letters.isPending}
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => letters.mutate(chosen)}
        >
          Create LOIs
        </Button>
        <Button
          {...look}
          {...limit}
          loading={isPending}
          leftSection={<IconBriefcase size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Industry
        </Button>
        <DeleteButton
          question={`Are you sure you want to delete ${name} from the directory? Contacts keep the company's name.`}
          tooMany={tooMany}
          loading={isPending}
          onDelete={remove}
        />
      </InMore>
      {asking && (
        <AskDialog
          title="Set the industry"
          text={{ label: 'Industry (empty for none)', maxLength: 120, suggestions: filters.data?.industries ?? [] }}
          onClose={() => setAsking(false)}
          onSave={(industry) => void setIndustry(industry)}
        />
      )}
    </>
  );
}
