import { Alert, Button, Group, Modal, Pagination, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { ownerSuggestionsQuery, suggestionPage } from '../../api/queries/contacts';
import type { PropertyRef } from '../../api/queries/properties';
import { useFocusBack } from '../../ui/focus-back';
import { QueryFailure } from '../../ui/query-panel';
import { useAddAssociated, type Contact, type OwnerSuggestion, type Property } from './api';
import classes from './property.module.css';

interface Props {
  readonly onClose: () => void;
  readonly property: Property;
  readonly propertyKey: PropertyRef;
  readonly linked: readonly Contact[];
}

/** Whether a suggestion is already linked: same first and last name, ignoring case. */
export function isLinked(suggestion: OwnerSuggestion, linked: readonly Contact[]): boolean {
  const name = (first: string | null | undefined, last: string | null | undefined) => `${first ?? ''} ${last ?? ''}`.trim().toLowerCase();
  return linked.some((contact) => name(contact.first_name, contact.last_name) === name(suggestion.first_name, suggestion.last_name));
}

/** Contacts of the directory that may belong to the owner, ten per page. */
export function OwnerContactsDialog({ onClose, property, propertyKey, linked }: Props) {
  useFocusBack();
  const [page, setPage] = useState(0);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();
  const suggestions = useQuery(ownerSuggestionsQuery(property.owner_name, page));
  const add = useAddAssociated(propertyKey);
  const shown = suggestions.data?.contacts.filter((each) => !dropped.includes(each.id)) ?? [];
  const pages = Math.ceil((suggestions.data?.total ?? 0) / suggestionPage);

  async function link(suggestion: OwnerSuggestion): Promise<void> {
    setFault(undefined);
    if (isLinked(suggestion, linked)) {
      // The specification: a contact with a linked contact's name is dropped without a request.
      setDropped([...dropped, suggestion.id]);
      return;
    }
    try {
      await add.mutateAsync(suggestion.id);
      setDropped([...dropped, suggestion.id]);
    } catch (reason) {
      setFault(sentenceOf(reason, 'Unable to add the selected contact.'));
    }
  }

  return (
    <Modal opened onClose={onClose} title="Add Associated Contact" size="md">
      {fault && (
        <Alert color="red" role="alert" mb="sm">
          {fault}
        </Alert>
      )}
      <QueryFailure query={suggestions} sentence="Unable to load contacts. Please try again." />
      {shown.map((suggestion) => (
        <Group key={suggestion.id} className={classes.contact} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600}>
              {[suggestion.first_name, suggestion.last_name].filter(Boolean).join(' ')}
            </Text>
            <Text size="sm" c="dimmed">
              {suggestion.title}
            </Text>
          </div>
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            loading={add.isPending && add.variables === suggestion.id}
            onClick={() => void link(suggestion)}
          >
            Add
          </Button>
        </Group>
      ))}
      {suggestions.isSuccess && shown.length === 0 && <Text c="dimmed">No further contacts found for this owner.</Text>}
      {pages > 1 && <Pagination mt="sm" total={pages} value={page + 1} onChange={(next) => setPage(next - 1)} />}
    </Modal>
  );
}
