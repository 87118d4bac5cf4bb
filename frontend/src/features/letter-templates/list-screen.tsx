import { Anchor, Button, Group, Switch, Table } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { letterTemplatesQuery } from '../../api/queries/letter-register';
import { paths } from '../../lib/paths';
import { currentRole } from '../../lib/session';
import { DataTable, EmptyRow, type Column } from '../../ui/data-table';
import { useNotice } from '../../ui/dialogs';
import { LoadingPage } from '../../ui/loading-page';
import { QueryFailure } from '../../ui/query-panel';
import { useArchiveTemplate, type TemplateSummary } from './api';
import { DefaultsSection } from './defaults-section';
import { NewTemplateDialog } from './new-template-dialog';
import { stateWords } from './words';

const columns: readonly Column[] = [
  { label: 'Name' },
  { label: 'State' },
  { label: 'Last changed by' },
  { label: 'Actions', hidden: true },
];

interface TemplateListScreenProps {
  /** Whether the dialog of a new template is open. */
  readonly creating: boolean;
  readonly onCreating: (creating: boolean) => void;
}

/** The firm's templates of letters, and which ones letters are made from. */
export function TemplateListScreen({ creating, onCreating }: TemplateListScreenProps) {
  const current = useSuspenseQuery(letterTemplatesQuery()).data.templates;
  const [archived, setArchived] = useState(false);
  const old = useQuery({ ...letterTemplatesQuery(true), enabled: archived });
  const [copied, setCopied] = useState<TemplateSummary>();
  // The first one is the standard letter.
  const from = copied ?? (creating ? current[0] : undefined);
  const rows = archived ? (old.data?.templates ?? []) : current;
  return (
    <>
      <Group justify="space-between" mb="md">
        <Switch color="ink" label="Archived templates" checked={archived} onChange={(event) => setArchived(event.currentTarget.checked)} />
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onCreating(true)}>
          New template
        </Button>
      </Group>
      {archived && <QueryFailure query={old} sentence={sentenceOf(old.error, 'The archived templates could not be loaded.')} />}
      {archived && old.isPending ? (
        <LoadingPage />
      ) : (
        <DataTable caption="Templates" columns={columns}>
          {rows.map((template) => (
            <TemplateRow key={template.template_id} template={template} onCopy={() => setCopied(template)} />
          ))}
          {rows.length === 0 && !old.isError && <EmptyRow columns={columns.length}>No template is archived</EmptyRow>}
        </DataTable>
      )}
      <DefaultsSection templates={current} />
      {from && (
        <NewTemplateDialog
          templates={current}
          from={from}
          onClose={() => {
            setCopied(undefined);
            if (creating) onCreating(false);
          }}
        />
      )}
    </>
  );
}

function TemplateRow({ template, onCopy }: { readonly template: TemplateSummary; readonly onCopy: () => void }) {
  const archive = useArchiveTemplate();
  const notice = useNotice();
  const verb = template.archived_at === null ? 'Archive' : 'Restore';
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={paths.letterTemplate(template.template_id)}>
          {template.name}
        </Anchor>
      </Table.Td>
      <Table.Td>{stateWords(template)}</Table.Td>
      <Table.Td>{template.updated_by_name ?? ''}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          {template.archived_at === null && (
            <Button size="compact-sm" variant="default" aria-label={`Copy ${template.name}`} onClick={onCopy}>
              Copy
            </Button>
          )}
          {!template.read_only && currentRole() === 'admin' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${verb} ${template.name}`}
              loading={archive.isPending}
              onClick={() =>
                archive.mutate(template, { onError: (reason) => notice.alert(sentenceOf(reason, 'The template could not be changed.')) })
              }
            >
              {verb}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
