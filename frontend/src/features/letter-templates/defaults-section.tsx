import { ActionIcon, Button, Group, Select, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { letterTemplateDefaultsQuery } from '../../api/queries/letter-register';
import { currentRole } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveDefaults, type TemplateDefaults, type TemplateSummary } from './api';

interface DefaultsSectionProps {
  readonly templates: readonly TemplateSummary[];
}

/** Which templates letters are made from when none is chosen: a form for admins, sentences for others. */
export function DefaultsSection({ templates }: DefaultsSectionProps) {
  const defaults = useQuery(letterTemplateDefaultsQuery);
  const nameOf = (id: string): string => templates.find(({ template_id }) => template_id === id)?.name ?? 'an archived template';
  return (
    <section aria-labelledby="template-defaults">
      <Title order={2} size="h4" mt="xl" mb="sm" id="template-defaults">
        Defaults
      </Title>
      <QueryPanel query={defaults} failure="The defaults could not be loaded." pending={<Skeleton height={60} maw={640} />}>
        {(saved) =>
          currentRole() === 'admin' ? (
            <DefaultsForm key={saved.version} saved={saved} templates={templates} />
          ) : (
            <Stack gap={4}>
              <Text>Letters are made from {nameOf(saved.template_id)}.</Text>
              {saved.categories.map(({ category, template_id }) => (
                <Text key={category}>
                  In projects of {category}: {nameOf(template_id)}.
                </Text>
              ))}
            </Stack>
          )
        }
      </QueryPanel>
    </section>
  );
}

function DefaultsForm({ saved, templates }: DefaultsSectionProps & { readonly saved: TemplateDefaults }) {
  const [draft, setDraft] = useState(saved);
  const save = useSaveDefaults();
  const notice = useNotice();
  const changed = JSON.stringify(draft) !== JSON.stringify(saved);
  const refused = save.error instanceof ApiProblem ? save.error.fields : {};
  useUnsaved(changed);
  const published = templates.filter((template) => template.published !== null);
  const options = published.map(({ template_id, name }) => ({ value: template_id, label: name }));
  const setLine = (index: number, line: Partial<TemplateDefaults['categories'][number]>): void =>
    setDraft({ ...draft, categories: draft.categories.map((each, at) => (at === index ? { ...each, ...line } : each)) });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!changed || save.isPending) return;
    save.mutate(draft, {
      onSuccess: () => notice.success('Defaults updated successfully!'),
      onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to update the defaults')),
    });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={640}>
        <Select
          label="Template of letters"
          allowDeselect={false}
          data={options}
          value={draft.template_id}
          error={refused['template_id']}
          onChange={(value) => value !== null && setDraft({ ...draft, template_id: value })}
        />
        {draft.categories.map((line, index) => (
          <Group key={index} gap="xs" align="flex-start">
            <TextInput
              aria-label={`Category ${index + 1}`}
              placeholder="Category of projects"
              flex="1 1 160px"
              maxLength={120}
              value={line.category}
              error={refused[`categories.${index}.category`]}
              onChange={(event) => setLine(index, { category: event.currentTarget.value })}
            />
            <Select
              aria-label={`Template of category ${index + 1}`}
              flex="1 1 160px"
              allowDeselect={false}
              data={options}
              value={line.template_id}
              error={refused[`categories.${index}.template_id`]}
              onChange={(value) => value !== null && setLine(index, { template_id: value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove category ${index + 1}`}
              onClick={() => setDraft({ ...draft, categories: draft.categories.filter((_, at) => at !== index) })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setDraft({ ...draft, categories: [...draft.categories, { category: '', template_id: draft.template_id }] })}
          >
            Add a category
          </Button>
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            Save Defaults
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
