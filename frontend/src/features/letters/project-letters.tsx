import { Alert, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { sentenceOf } from '../../api/client';
import { currency } from '../../lib/format';
import { LoadingPage } from '../../ui/loading-page';
import { QueryFailure } from '../../ui/query-panel';
import { PreviewTable } from './preview-table';
import { PriceRuleForm } from './price-rule-form';
import { TemplateSelect } from './template-select';
import type { EditedBatch, Making } from './use-batches';
import { lettersWord } from './words';

interface ProjectLettersProps {
  readonly edited: EditedBatch;
  /** Of the project; undefined if letters are for one only. */
  readonly name: string | undefined;
  /** Whether a field for all letters is wrong, which says so itself. */
  readonly areFieldsWrong: boolean;
  readonly onlyBlocked: boolean;
  /** Undefined: as for all projects. */
  readonly onOwn: (making: Making | undefined) => void;
  readonly onPrice: (propertyId: string, price: number | null) => void;
}

/** What the letters of a project would say; of several projects also its sums, and a template and a price rule of its own. */
export function ProjectLetters({ edited, name, areFieldsWrong, onlyBlocked, onOwn, onPrice }: ProjectLettersProps) {
  const { projectId, preview, making, isOwn, faults, prices } = edited;
  const data = preview?.data;
  const rows = data?.rows ?? [];
  return (
    <Stack gap="sm" component="section" aria-label={name === undefined ? 'Letters to make' : `Letters in ${name}`}>
      {name !== undefined && (
        <>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text size="sm" c="dimmed">
              {data && `${lettersWord(data.totals.letters)}, ${currency(data.totals.price)}. ${data.template.name}`}
            </Text>
          </Group>
          <Checkbox
            size="sm"
            label="Its own template and price rule"
            aria-label={`Own template and price rule of ${name}`}
            checked={isOwn}
            onChange={(event) => onOwn(event.currentTarget.checked ? making : undefined)}
          />
        </>
      )}
      {isOwn && (
        <Paper withBorder p="md" bg="var(--surface)">
          <Stack gap="md">
            <TemplateSelect
              chosen={making.template}
              used={data?.template}
              usual="The default of this project"
              onChoose={(template) => onOwn({ ...making, template })}
            />
            <PriceRuleForm rule={making.form} faults={faults} onChange={(form) => onOwn({ ...making, form })} />
          </Stack>
        </Paper>
      )}
      {preview && Object.keys(faults).length === 0 && !areFieldsWrong && (
        <QueryFailure query={preview} sentence={sentenceOf(preview.error, 'The letters could not be previewed.')} />
      )}
      {(data?.warnings ?? []).map(({ field, sentence }) => (
        <Alert key={`${field} ${sentence}`} color="yellow" variant="light" py="xs">
          {sentence}
        </Alert>
      ))}
      {!data && (preview?.isPending ?? true) && <LoadingPage />}
      {data && (
        <PreviewTable
          caption={name === undefined ? 'Letters to make' : `Letters to make in ${name}`}
          projectId={projectId}
          rows={onlyBlocked ? rows.filter((row) => row.blocked) : rows}
          prices={prices}
          onPrice={onPrice}
        />
      )}
      {data?.approval.sentence && <Text size="sm">{data.approval.sentence}</Text>}
    </Stack>
  );
}
