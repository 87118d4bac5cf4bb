import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { grouped, text } from '../../lib/format';
import type { CardProps } from '../../ui/card-list';
import { EditField } from '../../ui/edit-field';
import { Fact } from '../../ui/fact';
import { rowKeys } from '../../ui/row-keys';
import { SelectBox } from '../../ui/select-box';
import { TagLine } from '../../ui/tag-line';
import type { Selection } from '../../ui/use-selection';
import { Value } from '../../ui/value';
import { useEditCompany, type Company } from './api';
import { moreFields, shownIn, type CompanyColumn } from './companies-view';

interface CompanyCardProps {
  readonly company: Company;
  readonly article: CardProps;
  /** Further fields. */
  readonly columns: readonly CompanyColumn[];
  readonly selection: Selection<Company>;
  readonly onView: () => void;
}

/** A company in the list: Enter opens it, whose fields Enter edits; E edits its name, X selects it. */
export function CompanyCard({ company, article, columns, selection, onView }: CompanyCardProps) {
  const { company_name, industry, number_of_employees, tags } = company;
  const card = useRef<HTMLElement>(null);
  const [renaming, setRenaming] = useState(false);
  const edit = useEditCompany();
  const name = `Name of ${company_name}`;

  function endRename(byKey: boolean): void {
    setRenaming(false);
    if (byKey) card.current?.focus();
  }

  return (
    <Paper
      withBorder
      p="md"
      bg={selection.has(company) ? 'var(--mantine-primary-color-light)' : 'var(--surface)'}
      component="article"
      ref={card}
      aria-label={company_name}
      {...rowKeys({ selection, row: company, onOpen: onView, onRename: () => setRenaming(true) })}
      {...article}
    >
      <Stack gap="xs" h="100%" justify="space-between">
        <div>
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {renaming ? (
                <EditField
                  label={name}
                  value={company_name}
                  onSave={(text) => edit(company, 'company_name', text, name)}
                  onEnd={endRename}
                />
              ) : (
                company_name
              )}
            </Title>
            <SelectBox selection={selection} row={company} name={company_name} />
          </Group>
          {industry && (
            <Badge variant="light" color="ink" mt={6}>
              {industry}
            </Badge>
          )}
          <TagLine tags={tags} mt={6} />
        </div>
        <div>
          <Text size="sm">
            <Value>{office(company)}</Value>
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            <Value>{employees(number_of_employees)}</Value>
          </Text>
          {columns.map((column) => (
            <Fact key={column} label={moreFields[column]}>
              {shownIn(column, company)}
            </Fact>
          ))}
        </div>
        <Button variant="default" size="xs" onClick={onView} aria-label={`View Details of ${company_name}`}>
          View Details
        </Button>
      </Stack>
    </Paper>
  );
}

function employees(count: number | null): string | null {
  if (count === null) return null;
  return count === 1 ? '1 employee' : `${grouped(count)} employees`;
}

function office({ office_city, office_state }: Company): string {
  return text([office_city, office_state].filter(Boolean).join(', '));
}
