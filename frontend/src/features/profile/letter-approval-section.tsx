import { Button, Group, SimpleGrid, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { letterSettingsQuery } from '../../api/queries/letter-register';
import { currentRole } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { NumberField } from '../../ui/number-field';
import { approvalWords, useSaveLetterSettings, type LetterSettings } from './letter-approval';

/** Who approves letters: a form for admins, a sentence for others. */
export function LetterApprovalSection() {
  const settings = useQuery(letterSettingsQuery);
  const failure = sentenceOf(settings.error, 'Failed to load who approves letters');
  return (
    <section aria-labelledby="letter-approval-title">
      <Title order={2} size="h4" mb="sm" id="letter-approval-title">
        Approval of Letters
      </Title>
      <QueryPanel query={settings} failure={failure} pending={<Skeleton height={60} maw={640} />}>
        {(saved) => (currentRole() === 'admin' ? <ApprovalForm saved={saved} /> : <Text maw={640}>{approvalWords(saved)}</Text>)}
      </QueryPanel>
    </section>
  );
}

type Draft = Omit<LetterSettings, 'version'>;

function ApprovalForm({ saved }: { readonly saved: LetterSettings }) {
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const save = useSaveLetterSettings();
  const notice = useNotice();
  const { version, ...stored } = saved;
  const draft: Draft = { ...stored, ...typed };
  const changed = (Object.keys(stored) as (keyof Draft)[]).some((name) => draft[name] !== stored[name]);
  const refused = save.error instanceof ApiProblem ? save.error.fields : {};
  const noEffect = draft.approver_may_be_author && (draft.letter_threshold !== null || draft.job_threshold !== null);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!changed || save.isPending) return;
    save.mutate(
      { ...draft, version },
      {
        onSuccess: () => {
          setTyped({});
          notice.success('Approval of letters updated successfully!');
        },
        onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to update the approval of letters')),
      },
    );
  }

  const amount = (name: 'letter_threshold' | 'job_threshold', label: string) => (
    <NumberField
      label={label}
      placeholder="No limit"
      prefix="$"
      thousandSeparator=","
      hideControls
      allowNegative={false}
      decimalScale={2}
      max={999_999_999_999}
      value={draft[name]}
      error={refused[name]}
      onChange={(value) => setTyped((before) => ({ ...before, [name]: value ?? null }))}
    />
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={640}>
        <Text size="sm" c="dimmed">
          Above these amounts a letter must be approved by a second person.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {amount('letter_threshold', 'Price of a letter above')}
          {amount('job_threshold', 'Sum of letters made together above')}
        </SimpleGrid>
        <Switch
          color="ink"
          label="The author may approve above these amounts too"
          checked={draft.approver_may_be_author}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            setTyped((before) => ({ ...before, approver_may_be_author: checked }));
          }}
        />
        <Text size="sm" aria-live="polite">
          {approvalWords(draft)} {noEffect && 'While the author may, the amounts have no effect.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={!changed || save.isPending} onClick={() => setTyped({})}>
            Cancel
          </Button>
          <Button type="submit" disabled={!changed || save.isPending}>
            Save Approval
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
