import { Alert, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { templatePreviewQuery } from '../../api/queries/letter-register';
import { safeHtml } from '../../lib/safe-html';
import { LoadingPage } from '../../ui/loading-page';
import { QueryFailure } from '../../ui/query-panel';
import { FindingsList } from './findings-list';
import { PropertySelect, type ChosenProperty } from './property-select';
import classes from './templates.module.css';

const typingPause = 600;

interface PreviewPaneProps {
  readonly html: string;
  readonly terms: Readonly<Record<string, string>>;
  readonly onJump: (field: string) => void;
}

/** What a letter from the draft would say, what it lacks, which clauses it has and why. */
export function PreviewPane({ html, terms, onJump }: PreviewPaneProps) {
  const [property, setProperty] = useState<ChosenProperty>();
  const edited = { html, terms: { ...terms }, ...(property && { project_id: property.projectId, property_id: property.propertyId }) };
  const [settled] = useDebouncedValue(JSON.stringify(edited), typingPause);
  const preview = useQuery(templatePreviewQuery(JSON.parse(settled) as typeof edited));
  return (
    <Stack gap="sm">
      <PropertySelect chosen={property} onChoose={setProperty} />
      <QueryFailure query={preview} sentence={sentenceOf(preview.error, 'The letter could not be previewed.')} />
      {!preview.data && preview.isPending && <LoadingPage />}
      {preview.data && (
        <>
          <FindingsList findings={preview.data.findings} onJump={onJump} />
          {preview.data.lacks.map(({ term, reason, severity, sentence }) => (
            <Alert key={`${term} ${reason}`} color={severity === 'block' ? 'red' : 'yellow'} variant="light" py="xs">
              {sentence}
            </Alert>
          ))}
          <div className={classes.paper} tabIndex={0} role="region" aria-label="Text of the letter">
            <div dangerouslySetInnerHTML={{ __html: safeHtml(preview.data.html) }} />
          </div>
          <ul aria-label="Clauses" style={{ margin: 0, paddingLeft: 18 }}>
            {preview.data.clauses.map(({ id, title, included, sentence }) => (
              <li key={id}>
                <Text size="sm">
                  <strong>{title}</strong>: {included === null ? 'not decided' : included ? 'in the letter' : 'left out'}. {sentence}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}
