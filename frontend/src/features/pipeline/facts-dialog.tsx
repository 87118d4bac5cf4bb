import { Button, Group, List, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { peopleQuery } from '../../api/queries/people';
import { useFocusBack } from '../../ui/focus-back';
import { canBeFilled, factsToFill, lackingWords, mistakesIn, nothingFilled, type Fillable, type Filled, type Lacking } from './facts';

interface FactsDialogProps {
  readonly stageName: string;
  readonly lacking: readonly Lacking[];
  /** Whether the user should be told what is missing, because a move was refused. */
  readonly refused: boolean;
  readonly onClose: () => void;
  readonly onSave: (filled: Filled) => void;
}

/** What deals lack for their new stage; asks for what can be given for all of them at once. */
export function FactsDialog({ stageName, lacking, refused, onClose, onSave }: FactsDialogProps) {
  useFocusBack();
  const [filled, setFilled] = useState(nothingFilled);
  const [tried, setTried] = useState(false);
  const asked = factsToFill(lacking);
  const mistakes = mistakesIn(filled, asked);
  const movable = lacking.filter(canBeFilled).length;
  const errorOf = (fact: Fillable) => tried && mistakes[fact];
  const first = (fact: Fillable) => asked[0] === fact && { 'data-autofocus': true };
  const change = (part: Partial<Filled>) => setFilled({ ...filled, ...part });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.keys(mistakes).length === 0) onSave(filled);
  }

  return (
    <Modal opened onClose={onClose} title={`Move to ${stageName}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {refused && (
            <div role="status">
              <Text size="sm">
                {lacking.length === 1 ? 'Not moved yet:' : `${lacking.length.toLocaleString('en-US')} properties not moved yet:`}
              </Text>
              <List size="sm">
                {lackingWords(lacking).map((sentence) => (
                  <List.Item key={sentence}>{sentence}</List.Item>
                ))}
              </List>
            </div>
          )}
          {asked.includes('assigned_to') && (
            <PersonSelect
              {...first('assigned_to')}
              value={filled.assigned_to}
              error={errorOf('assigned_to')}
              onChange={(assigned_to) => change({ assigned_to })}
            />
          )}
          {asked.includes('next_step') && (
            <>
              <TextInput
                label="What is next"
                maxLength={200}
                {...first('next_step')}
                value={filled.next_step}
                error={errorOf('next_step')}
                onChange={(event) => change({ next_step: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                label="On"
                value={filled.next_step_on}
                onChange={(event) => change({ next_step_on: event.currentTarget.value })}
              />
            </>
          )}
          {asked.includes('drop_reason') && (
            <TextInput
              label="Reason"
              maxLength={500}
              {...first('drop_reason')}
              value={filled.drop_reason}
              error={errorOf('drop_reason')}
              onChange={(event) => change({ drop_reason: event.currentTarget.value })}
            />
          )}
          {movable > 0 && movable < lacking.length && (
            <Text size="sm">{movable.toLocaleString('en-US')} of them can be moved with what you enter here.</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {movable > 0 ? 'Cancel' : 'Close'}
            </Button>
            {movable > 0 && <Button type="submit">Save</Button>}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface PersonSelectProps {
  readonly 'data-autofocus'?: boolean;
  readonly value: string | null;
  readonly error: string | false | undefined;
  readonly onChange: (userId: string | null) => void;
}

function PersonSelect({ error, ...props }: PersonSelectProps) {
  const people = useQuery(peopleQuery);
  return (
    <Select
      label="Assigned to"
      placeholder="Choose a person"
      searchable
      // It has the focus at first, and its list would cover the next field.
      openOnFocus={false}
      data={(people.data ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }))}
      error={people.isError ? 'The people could not be loaded.' : error}
      {...props}
    />
  );
}
