/** The draft of a template as it is edited, saved and, if two people edit it, resolved. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { letterTemplateQuery } from '../../api/queries/letter-register';
import { useNotice } from '../../ui/dialogs';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveTemplate, type LetterTemplate } from './api';

interface Draft {
  readonly name: string;
  readonly html: string;
  readonly terms: Readonly<Record<string, string>>;
}

const draftOf = ({ name, html, terms }: LetterTemplate): Draft => ({ name, html, terms });

function equal(a: Draft, b: Draft): boolean {
  const names = new Set([...Object.keys(a.terms), ...Object.keys(b.terms)]);
  return a.name === b.name && a.html === b.html && [...names].every((name) => (a.terms[name] ?? '') === (b.terms[name] ?? ''));
}

export function useDraft(template: LetterTemplate) {
  const [draft, setDraft] = useState(() => draftOf(template));
  /** As it is stored, in the editor's spelling. */
  const [stored, setStored] = useState(() => draftOf(template));
  /** Of the template that is edited; another one was stored by somebody else. */
  const [version, setVersion] = useState(template.version);
  /** Raised when another text is loaded. */
  const [round, setRound] = useState(0);
  const saving = useSaveTemplate(template.template_id);
  const cache = useQueryClient();
  const notice = useNotice();
  const changed = !equal(draft, stored);
  useUnsaved(changed);
  const problem = saving.error instanceof ApiProblem ? saving.error : undefined;
  const conflict =
    problem?.code === 'letter_template.changed' ? sentenceOf(problem, 'Somebody else has changed this template.') : undefined;

  function put(over: number): void {
    const sent = draft;
    saving.mutate(
      { ...sent, terms: { ...sent.terms }, version: over },
      {
        onSuccess: (saved) => {
          setStored(sent);
          setVersion(saved.version);
        },
        onError: (reason) => {
          const isShown =
            reason instanceof ApiProblem && (reason.code === 'letter_template.changed' || Object.keys(reason.fields).length > 0);
          if (!isShown) notice.alert(sentenceOf(reason, 'The draft could not be saved.'));
        },
      },
    );
  }

  async function theirs(): Promise<LetterTemplate | undefined> {
    try {
      return await cache.query({ ...letterTemplateQuery(template.template_id), staleTime: 0 });
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The template could not be loaded.'));
      return undefined;
    }
  }

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    /** The editor writes the same text in its own spelling. */
    ready: (html: string) => {
      setDraft((before) => ({ ...before, html }));
      setStored((before) => ({ ...before, html }));
    },
    changed,
    // Publishing raises the version too.
    save: () => put(Math.max(version, conflict ? version : template.version)),
    saving: saving.isPending,
    faults: problem?.fields ?? {},
    conflict,
    reload: async () => {
      const loaded = await theirs();
      if (!loaded) return;
      setDraft(draftOf(loaded));
      setStored(draftOf(loaded));
      setVersion(loaded.version);
      setRound((before) => before + 1);
      saving.reset();
    },
    overwrite: async () => {
      const loaded = await theirs();
      if (loaded) put(loaded.version);
    },
    round,
  };
}
