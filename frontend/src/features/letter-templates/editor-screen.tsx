import { Alert, Button, Group, Tabs, Text, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { currentRole } from '../../lib/session';
import type { LetterTemplate, LetterTerm } from './api';
import { FindingsList } from './findings-list';
import { PreviewPane } from './preview-pane';
import { PublishDialog } from './publish-dialog';
import { TemplateEditor } from './template-editor';
import { jumpTo } from './template-schema';
import classes from './templates.module.css';
import { TermsForm } from './terms-form';
import { useDraft } from './use-draft';
import { VersionsPanel } from './versions-panel';
import { stateWords } from './words';

interface EditorScreenProps {
  readonly template: LetterTemplate;
  readonly terms: readonly LetterTerm[];
}

/** A template: its text, what is wrong with it, a preview, default terms and versions. */
export function TemplateEditorScreen({ template, terms }: EditorScreenProps) {
  const { draft, change, ready, changed, save, saving, faults, conflict, reload, overwrite, round } = useDraft(template);
  const [publishing, setPublishing] = useState(false);
  const editor = useRef<Editor>(null);
  const readOnly = template.read_only || template.archived_at !== null;
  const blocks = template.findings.some(({ severity }) => severity === 'block');
  const jump = (field: string): void => {
    if (editor.current) jumpTo(editor.current, field);
  };
  return (
    <>
      <Group align="flex-end" mb="md">
        <TextInput
          label="Name"
          flex="1 1 240px"
          maw={420}
          maxLength={120}
          readOnly={readOnly}
          value={draft.name}
          error={faults['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Text size="sm" c="dimmed" pb={8} role="status">
          {changed ? 'Not saved' : stateWords(template)}
        </Text>
        {!readOnly && (
          <Button variant="default" disabled={!changed} loading={saving} onClick={save}>
            Save draft
          </Button>
        )}
        {!readOnly && currentRole() === 'admin' && (
          <Button disabled={changed || !template.changed || blocks} onClick={() => setPublishing(true)}>
            Publish
          </Button>
        )}
        {!readOnly && currentRole() !== 'admin' && template.changed && (
          <Text size="sm" pb={8}>
            An admin publishes it.
          </Text>
        )}
      </Group>
      {conflict && (
        <Alert color="yellow" variant="light" role="alert" mb="md" title={conflict}>
          <Group>
            <Button size="compact-sm" variant="default" onClick={reload}>
              Discard mine and load theirs
            </Button>
            <Button size="compact-sm" variant="default" onClick={overwrite}>
              Save mine over theirs
            </Button>
          </Group>
        </Alert>
      )}
      {faults['html'] && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {faults['html']}
        </Alert>
      )}
      {readOnly && (
        <Text size="sm" mb="md">
          {template.read_only ? 'The standard letter cannot be changed. Copy it in the list.' : 'This template is archived.'}
        </Text>
      )}
      <div className={classes.layout}>
        <TemplateEditor
          key={round}
          html={template.html}
          terms={terms}
          readOnly={readOnly}
          onReady={(html, made) => {
            editor.current = made;
            ready(html);
          }}
          onInput={(html) => change({ html })}
        />
        <Tabs defaultValue="problems" keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="problems">Problems</Tabs.Tab>
            <Tabs.Tab value="preview">Preview</Tabs.Tab>
            <Tabs.Tab value="terms">Defaults</Tabs.Tab>
            <Tabs.Tab value="versions">Versions</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="problems">
            {changed && (
              <Text size="sm" c="dimmed" mb="xs">
                Of the draft as it was saved last.
              </Text>
            )}
            <FindingsList findings={template.findings} onJump={jump} />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <PreviewPane html={draft.html} terms={draft.terms} onJump={jump} />
          </Tabs.Panel>
          <Tabs.Panel value="terms">
            <TermsForm
              terms={terms}
              values={draft.terms}
              faults={faults}
              readOnly={readOnly}
              onChange={(values) => change({ terms: values })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="versions">
            <VersionsPanel template={template} terms={terms} html={draft.html} />
          </Tabs.Panel>
        </Tabs>
      </div>
      {publishing && <PublishDialog template={template} onClose={() => setPublishing(false)} />}
    </>
  );
}
