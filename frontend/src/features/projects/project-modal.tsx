import { Alert, Button, Select } from '@mantine/core';
import { useState, type SyntheticEvent, type ReactNode } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { FormModal } from '../../ui/form-modal';
import { FilledNumberField } from '../../ui/number-field';
import { useUnsaved } from '../../ui/unsaved';
import { useCreateProject, useUpdateProject, type Project } from './api';
import { ProjectFields } from './project-fields';
import { createBody, draftOf, emptyDraft, isChanged, refusal, updateBody, type ProjectDraft } from './project-form';
import classes from './projects.module.css';

interface CreateProjectModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (projectId: string) => void;
}

/** The 'Create New Project' modal. The input is kept until the project is created or the modal is closed. */
export function CreateProjectModal({ opened, onClose, onCreated }: CreateProjectModalProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Create New Project" size="lg">
      <CreateForm onClose={onClose} onCreated={onCreated} />
    </FormModal>
  );
}

function CreateForm({ onClose, onCreated }: Omit<CreateProjectModalProps, 'opened'>) {
  const [draft, setDraft] = useState(emptyDraft);
  const create = useCreateProject();
  return (
    <DraftForm
      draft={draft}
      changed={isChanged(draft, emptyDraft)}
      onChange={setDraft}
      failure={create.error}
      fallback="Failed to create project"
      busy={create.isPending}
      verb="Create Project"
      onClose={onClose}
      onSubmit={(saved) =>
        create.mutate(createBody(draft), {
          onSuccess: (projectId) => {
            saved();
            onCreated(projectId);
          },
        })
      }
    />
  );
}

interface EditProjectModalProps {
  /** Undefined while the modal is closed. */
  readonly project: Project | undefined;
  readonly onClose: () => void;
}

/** Edits a project, including status and progress. */
export function EditProjectModal({ project, onClose }: EditProjectModalProps) {
  return (
    <FormModal opened={project !== undefined} onClose={onClose} title="Edit Project" size="lg">
      {project && <EditForm key={project.project_id} project={project} onClose={onClose} />}
    </FormModal>
  );
}

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'planning', label: 'Planning' },
  { value: 'review', label: 'Review' },
  { value: 'closed', label: 'Closed' },
];

function EditForm({ project, onClose }: { readonly project: Project; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(project));
  const [status, setStatus] = useState(project.status);
  const [progress, setProgress] = useState(project.progress);
  const update = useUpdateProject();
  const choices = statuses.some(({ value }) => value === status) ? statuses : [{ value: status, label: status }, ...statuses];
  return (
    <DraftForm
      draft={draft}
      changed={isChanged(draft, draftOf(project)) || status !== project.status || progress !== project.progress}
      onChange={setDraft}
      failure={update.error}
      fallback="Failed to save project"
      busy={update.isPending}
      verb="Save"
      onClose={onClose}
      onSubmit={() => update.mutate(updateBody(draft, project, status, progress), { onSuccess: onClose })}
    >
      <div className={classes.pair}>
        <Select label="Status" allowDeselect={false} data={choices} value={status} onChange={(next) => setStatus(next ?? status)} />
        <FilledNumberField
          label="Progress (%)"
          min={0}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          value={progress}
          otherwise={0}
          onChange={setProgress}
        />
      </div>
    </DraftForm>
  );
}

interface DraftFormProps {
  readonly draft: ProjectDraft;
  readonly changed: boolean;
  readonly onChange: (draft: ProjectDraft) => void;
  readonly failure: Error | null;
  readonly fallback: string;
  readonly busy: boolean;
  readonly verb: string;
  readonly onClose: () => void;
  /** Submits; call `saved` after success. */
  readonly onSubmit: (saved: () => void) => void;
  readonly children?: ReactNode;
}

function DraftForm({ draft, changed, onChange, failure, fallback, busy, verb, onClose, onSubmit, children }: DraftFormProps) {
  const [tried, setTried] = useState(false);
  const { saved, mayLeave } = useUnsaved(changed);
  const refused = tried ? refusal(draft) : undefined;
  const said = refused ?? (failure ? sentenceOf(failure, fallback) : undefined);
  const errors = !refused && failure instanceof ApiProblem ? failure.fields : {};

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (!refusal(draft)) onSubmit(saved);
  }

  return (
    <form onSubmit={submit} noValidate>
      {said && (
        <Alert role="alert" color="red" variant="light" py="xs" mb="md">
          {said}
        </Alert>
      )}
      <ProjectFields draft={draft} onChange={onChange} errors={errors} />
      {children}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onClose())}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
