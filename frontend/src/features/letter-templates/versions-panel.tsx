import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { letterTemplateVersionQuery } from '../../api/queries/letter-register';
import { LoadingPage } from '../../ui/loading-page';
import { QueryPanel } from '../../ui/query-panel';
import type { LetterTemplate, LetterTerm } from './api';
import { blocksOf, compare, isChanged } from './compare';
import classes from './templates.module.css';

interface VersionsPanelProps {
  readonly template: LetterTemplate;
  readonly terms: readonly LetterTerm[];
  /** The draft as it is edited. */
  readonly html: string;
}

const dateOf = (time: string): string => new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** Published versions, and how the draft differs from one. */
export function VersionsPanel({ template, terms, html }: VersionsPanelProps) {
  const [compared, setCompared] = useState<number>();
  if (template.versions.length === 0) return <Text size="sm">No version is published yet.</Text>;
  return (
    <Stack gap="sm">
      {template.versions.map(({ number, note, published_by_name, published_at }) => (
        <Group key={number} justify="space-between" wrap="nowrap">
          <Text size="sm">
            <strong>Version {number}</strong>, {published_by_name}, {dateOf(published_at)}
            {note && <>: {note}</>}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            aria-pressed={compared === number}
            aria-label={`Compare the draft with version ${number}`}
            onClick={() => setCompared(compared === number ? undefined : number)}
          >
            Compare
          </Button>
        </Group>
      ))}
      {compared !== undefined && <Differences templateId={template.template_id} number={compared} terms={terms} html={html} />}
    </Stack>
  );
}

interface DifferencesProps {
  readonly templateId: string;
  readonly number: number;
  readonly terms: readonly LetterTerm[];
  readonly html: string;
}

function Differences({ templateId, number, terms, html }: DifferencesProps) {
  const version = useQuery(letterTemplateVersionQuery(templateId, number));
  const [all, setAll] = useState(false);
  const labelOf = (name: string): string => terms.find((term) => term.name === name)?.label ?? name;
  const failure = sentenceOf(version.error, 'The version could not be loaded.');
  return (
    <QueryPanel query={version} failure={failure} pending={<LoadingPage />}>
      {(old) => {
        const blocks = compare(blocksOf(old.html, labelOf), blocksOf(html, labelOf));
        const changed = blocks.filter(isChanged);
        return (
          <section aria-label={`Differences from version ${number}`} className={classes.paper}>
            <Group justify="space-between" mb="sm">
              <Text size="sm" role="status">
                {changed.length === 0
                  ? `The text is that of version ${number}.`
                  : `${changed.length} ${changed.length === 1 ? 'paragraph differs' : 'paragraphs differ'}`}
              </Text>
              <Switch
                size="xs"
                color="ink"
                label="All paragraphs"
                checked={all}
                onChange={(event) => setAll(event.currentTarget.checked)}
              />
            </Group>
            {(all ? blocks : changed).map((block, at) => (
              <p key={at}>
                {block.map(({ kind, text }, place) => {
                  const key = `${place} ${kind}`;
                  if (kind === 'same') return <span key={key}>{text} </span>;
                  return kind === 'added' ? (
                    <ins key={key} className={classes.added}>
                      {text}{' '}
                    </ins>
                  ) : (
                    <del key={key} className={classes.removed}>
                      {text}{' '}
                    </del>
                  );
                })}
              </p>
            ))}
          </section>
        );
      }}
    </QueryPanel>
  );
}
