import { Modal, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companyFiltersQuery } from '../../api/queries/companies';
import { grouped } from '../../lib/format';
import { EditableCell } from '../../ui/editable-cell';
import { TagsField } from '../../ui/tags-field';
import { Value } from '../../ui/value';
import { useEditCompany, type Company } from './api';

interface CompanyDetailsProps {
  readonly company: Company | undefined;
  readonly onClose: () => void;
}

const fields = [
  ['company_name', 'Name'],
  ['industry', 'Industry'],
  ['office_city', 'City'],
  ['office_state', 'State'],
] as const;

/** A company's fields; those of text can be edited in place. */
export function CompanyDetails({ company, onClose }: CompanyDetailsProps) {
  const edit = useEditCompany();
  return (
    <Modal opened={company !== undefined} onClose={onClose} title={company?.company_name} closeButtonProps={{ 'aria-label': 'Close' }}>
      {company && (
        <Table variant="vertical" aria-label={company.company_name}>
          <Table.Tbody>
            {fields.map(([field, label]) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{label}</Table.Th>
                <EditableCell
                  label={`${label} of ${company.company_name}`}
                  value={company[field] ?? ''}
                  inTabOrder
                  onSave={(text) => edit(company, field, text, `${label} of ${company.company_name}`)}
                >
                  <Value>{company[field]}</Value>
                </EditableCell>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row">Tags</Table.Th>
              <Table.Td>
                <Tags key={company.company_id} company={company} />
              </Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th scope="row">Employees</Table.Th>
              <Table.Td>
                <Value>{company.number_of_employees === null ? null : grouped(company.number_of_employees)}</Value>
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      )}
    </Modal>
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
