import { Anchor, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { components } from '../../api/generated/property-api';
import { letterTemplatesQuery } from '../../api/queries/letter-register';
import { paths } from '../../lib/paths';

interface TemplateSelectProps {
  /** By the user. */
  readonly chosen: string | undefined;
  /** Of the preview: the default until one is chosen. */
  readonly used: components['schemas']['LetterTemplateUsed'] | undefined;
  /** What a choice of the default is called, where several projects have their own. */
  readonly usual?: string | undefined;
  /** Undefined: the default. */
  readonly onChoose: (templateId: string | undefined) => void;
}

/** The value of that choice. */
const byDefault = '';

/** The template of the letters. */
export function TemplateSelect({ chosen, used, usual, onChoose }: TemplateSelectProps) {
  const templates = useQuery(letterTemplatesQuery());
  const published = (templates.data?.templates ?? []).filter((template) => template.published !== null);
  const options = published.map(({ template_id, name }) => ({ value: template_id, label: name }));
  // Shown while the list is loading, or if it could not be loaded.
  if (used && !options.some(({ value }) => value === used.template_id)) options.push({ value: used.template_id, label: used.name });
  if (usual !== undefined) options.unshift({ value: byDefault, label: usual });
  return (
    <Select
      label="Template"
      maw={420}
      allowDeselect={false}
      searchable={options.length > 10}
      data={options}
      value={chosen ?? (usual === undefined ? (used?.template_id ?? null) : byDefault)}
      onChange={(value) => value !== null && onChoose(value === byDefault ? undefined : value)}
      {...(templates.isError && { error: 'The templates could not be loaded.' })}
      description={
        <Anchor component={Link} to={paths.letterTemplates} size="xs">
          All templates
        </Anchor>
      }
    />
  );
}
