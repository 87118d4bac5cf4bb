import { Modal, Select, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companyFiltersQuery } from '../../api/queries/companies';
import { peopleQuery } from '../../api/queries/people';
import { grouped } from '../../lib/format';
import { EditableCell } from '../../ui/editable-cell';
import { TagsField } from '../../ui/tags-field';
import { Value } from '../../ui/value';
import { useEditCompany, type Company } from './api';
import { useChangeCompanies } from './use-change-companies';

interface CompanyDetailsProps {
  readonly company: Company | undefined;
  readonly onClose: () => void;
}

const textFields = [
  ['company_name', 'Name'],
  ['industry', 'Industry'],
  ['office_city', 'City'],
  ['office_state', 'State'],
] as const;

/** A company's fields, which are edited in place. */
export function CompanyDetails({ company, onClose }: CompanyDetailsProps) {
  return (
    <Modal opened={company !== undefined} onClose={onClose} title={company?.company_name} closeButtonProps={{ 'aria-label': 'Close' }}>
      {company && (
        <Table variant="vertical" aria-label={company.company_name}>
          <Table.Tbody>
            {textFields.map(([field, label]) => (
              <Row key={field} company={company} field={field} label={label}>
                {company[field]}
              </Row>
            ))}
            <Table.Tr>
              <Table.Th scope="row">Tags</Table.Th>
              <Table.Td>
                <Tags key={company.company_id} company={company} />
              </Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th scope="row">Assigned To</Table.Th>
              <Table.Td>
                <Person company={company} />
              </Table.Td>
            </Table.Tr>
            <Row company={company} field="number_of_employees" label="Employees">
              {company.number_of_employees === null ? null : grouped(company.number_of_employees)}
            </Row>
          </Table.Tbody>
        </Table>
      )}
    </Modal>
  );
}

interface RowProps {
  readonly company: Company;
  readonly field: (typeof textFields)[number][0] | 'number_of_employees';
  readonly label: string;
  /** The value as it is shown; nothing if it is unknown. */
  readonly children: string | null;
}

/** A field that Enter or a double click edits. */
function Row({ company, field, label, children }: RowProps) {
  const edit = useEditCompany();
  const name = `${label} of ${company.company_name}`;
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <EditableCell label={name} value={company[field]?.toString() ?? ''} inTabOrder onSave={(text) => edit(company, field, text, name)}>
        <Value>{children}</Value>
      </EditableCell>
    </Table.Tr>
  );
}

/** Who is responsible, saved when another person is chosen. */
function Person({ company }: { readonly company: Company }) {
  const people = useQuery(peopleQuery).data ?? [];
  const { change, isPending } = useChangeCompanies();
  const { company_id, company_name, assigned_to, assigned_to_name } = company;
  const known = people.map(({ user_id, name }) => ({ value: user_id, label: name }));
  const others =
    assigned_to && known.every(({ value }) => value !== assigned_to) ? [{ value: assigned_to, label: assigned_to_name ?? '' }] : [];

  function assign(user_id: string | null): void {
    const name = known.find(({ value }) => value === user_id)?.label ?? 'nobody';
    void change({ company_ids: [company_id] }, { kind: 'assign', user_id }, `Assigned to ${name}`);
  }

  return (
    <Select
      aria-label={`Assigned To of ${company_name}`}
      size="xs"
      placeholder="Nobody"
      clearable
      disabled={isPending}
      data={[...known, ...others]}
      value={assigned_to}
      onChange={assign}
      clearButtonProps={{ 'aria-label': 'Clear the person' }}
    />
  );
}

/** The company's tags, saved when one is added or removed. */
function Tags({ company }: { readonly company: Company }) {
  const edit = useEditCompany();
  const known = useQuery(companyFiltersQuery);
  const [refusal, setRefusal] = useState<string>();
  const label = `Tags of ${company.company_name}`;
  return (
    <TagsField
      aria-label={label}
      size="xs"
      tags={company.tags}
      known={known.data?.tags}
      error={refusal}
      onChange={(tags) => void edit(company, 'tags', tags.join(', '), label).then(setRefusal)}
    />
  );
}
