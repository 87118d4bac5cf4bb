import { Alert, Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { useUnsaved } from '../../ui/unsaved';
import { useAddCompany } from './api';

interface AddCompanyModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AddCompanyModal({ opened, onClose }: AddCompanyModalProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Add Company">
      <CompanyForm onClose={onClose} />
    </FormModal>
  );
}

const blank = { company_name: '', industry: '', office_city: '', office_state: '', number_of_employees: '' };

function CompanyForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(blank);
  const [tried, setTried] = useState(false);
  const add = useAddCompany();
  const notice = useNotice();
  const { mayLeave } = useUnsaved(Object.values(draft).some((typed) => typed.trim() !== ''));
  const fields = add.error instanceof ApiProblem ? add.error.fields : {};
  const nameless = tried && draft.company_name.trim() === '' ? 'Company name is required' : undefined;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (draft.company_name.trim() === '') return;
    const body = {
      company_name: draft.company_name.trim(),
      industry: draft.industry.trim() || null,
      office_city: draft.office_city.trim() || null,
      office_state: draft.office_state.trim() || null,
      number_of_employees: draft.number_of_employees === '' ? null : Number(draft.number_of_employees),
    };
    add.mutate(body, {
      onSuccess: () => {
        notice.success(`${body.company_name} was added to the companies.`);
        onClose();
      },
    });
  }

  const input = (name: keyof typeof blank, label: string) => (
    <TextInput
      label={label}
      value={draft[name]}
      error={fields[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {add.error && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {sentenceOf(add.error, 'There was a problem saving the company. Please try again.')}
          </Alert>
        )}
        <TextInput
          label="Company Name"
          required
          data-autofocus
          value={draft.company_name}
          error={nameless ?? fields['company_name']}
          onChange={(event) => setDraft({ ...draft, company_name: event.currentTarget.value })}
        />
        {input('industry', 'Industry')}
        {input('office_city', 'City')}
        {input('office_state', 'State')}
        <NumberInput
          label="Number of Employees"
          hideControls
          min={0}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={draft.number_of_employees}
          error={fields['number_of_employees']}
          onChange={(next) => setDraft({ ...draft, number_of_employees: String(next) })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add Company
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
