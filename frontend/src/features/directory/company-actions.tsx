import { Button } from '@mantine/core';
import { IconBriefcase, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companyFiltersQuery } from '../../api/queries/companies';
import { AskDialog } from '../../ui/ask-dialog';
import { InMore } from '../../ui/more-actions';
import { TagButtons } from '../../ui/tag-buttons';
import { DeleteButton } from './delete-button';
import { useChangeCompanies, type CompaniesTarget } from './use-change-companies';
import { useMailCompanies, type MailedCompanies } from './use-mail-contacts';

interface CompanyActionsProps {
  readonly target: CompaniesTarget;
  /** The same companies, for mail to their contacts. */
  readonly mailed: MailedCompanies;
  /** Number of companies, such as '3 companies'. */
  readonly name: string;
  /** Why they are too many for a change. */
  readonly tooMany: string | undefined;
  /** Called when the companies were removed. */
  readonly onRemoved: () => void;
}

/** Actions for the selected companies: mail to their contacts, tags, industry and removal. */
export function CompanyActions({ target, mailed, name, tooMany, onRemoved }: CompanyActionsProps) {
  const filters = useQuery(companyFiltersQuery);
  const { change, isPending } = useChangeCompanies();
  const mail = useMailCompanies();
  const [asking, setAsking] = useState(false);
  const limit = { disabled: tooMany !== undefined, title: tooMany } as const;
  const look = { size: 'compact-sm', variant: 'default' } as const;

  async function setIndustry(industry: string): Promise<void> {
    setAsking(false);
    const done = industry ? `Industry ${industry}` : 'Industry removed';
    await change(target, { kind: 'set_industry', industry: industry || null }, done);
  }

  return (
    <>
      <Button {...look} loading={mail.isPending} leftSection={<IconMail size={16} aria-hidden />} onClick={() => mail.mutate(mailed)}>
        E-mail contacts
      </Button>
      <TagButtons
        known={filters.data?.tags}
        loading={isPending}
        disabled={limit.disabled}
        onTag={(tags, done) => void change(target, tags, done)}
      />
      <InMore>
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
          name={name}
          kept="Contacts keep the company's name."
          tooMany={tooMany}
          loading={isPending}
          onDelete={() => change(target, { kind: 'remove' }, 'Deleted')}
          onDeleted={onRemoved}
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
