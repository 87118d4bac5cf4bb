import { Alert, Button, Group, Loader, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { matchingContactsQuery } from '../../api/queries/contacts';
import type { PropertyRef } from '../../api/queries/properties';
import { phone, phoneDigits } from '../../lib/format';
import { useFocusBack } from '../../ui/focus-back';
import { QueryPanel } from '../../ui/query-panel';
import { useAddFromDirectory, type DirectoryContact, type Property } from './api';
import classes from './property.module.css';

interface Props {
  readonly onClose: () => void;
  readonly property: Property;
  readonly propertyKey: PropertyRef;
}

const badPhone = 'Selected contact does not have a valid 10-digit phone number.';

/** Only contacts whose phone number has exactly 10 digits can be linked (specification, point 5), not counting the country code 1. */
export function hasTenDigits(number: string | null | undefined): boolean {
  return phoneDigits(number ?? '')?.length === 10;
}

/** Links a contact of the firm's directory to the property. */
export function DirectoryDialog({ onClose, property, propertyKey }: Props) {
  useFocusBack();
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search.trim(), 250);
  const [fault, setFault] = useState<string>();
  const directory = useQuery(matchingContactsQuery(query));
  const add = useAddFromDirectory(propertyKey);

  async function link(contact: DirectoryContact): Promise<void> {
    setFault(undefined);
    if (!hasTenDigits(contact.phone_number)) {
      setFault(badPhone);
      return;
    }
    try {
      await add.mutateAsync(contact);
    } catch (reason) {
      setFault(sentenceOf(reason, 'Unable to add the selected contact.'));
    }
  }

  return (
    <Modal opened onClose={onClose} title="Add from Contacts" size="lg">
      <TextInput
        label="Search contacts"
        placeholder="Name, email, phone or company"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
        mb="sm"
      />
      {fault && (
        <Alert color="red" role="alert" mb="sm">
          {fault}
        </Alert>
      )}
      <QueryPanel
        query={directory}
        failure="Unable to load contacts. Please try again."
        pending={<Loader role="progressbar" aria-label="Loading contacts" />}
      >
        {(contacts) => (
          <div className={classes.people}>
            {contacts.map((contact) => (
              <Group key={contact.contact_id} className={classes.contact} justify="space-between" wrap="nowrap">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {[contact.first_name, contact.last_name].filter(Boolean).join(' ') || 'Unnamed Contact'}
                  </Text>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {[contact.company_name, contact.email, contact.phone_number && phone(contact.phone_number)]
                      .filter(Boolean)
                      .map((part, place, { length }) => (
                        <Fragment key={place}>
                          <span className={classes.part}>
                            {part}
                            {place < length - 1 && ' ·'}
                          </span>{' '}
                        </Fragment>
                      ))}
                  </Text>
                </div>
                <AddButton
                  linked={property.contact_ids.includes(contact.contact_id)}
                  adding={add.isPending && add.variables.contact_id === contact.contact_id}
                  number={contact.phone_number}
                  onAdd={() => void link(contact)}
                />
              </Group>
            ))}
            {contacts.length === 0 && <Text c="dimmed">No contacts found</Text>}
          </div>
        )}
      </QueryPanel>
    </Modal>
  );
}

interface AddButtonProps {
  readonly linked: boolean;
  readonly adding: boolean;
  readonly number: string | null | undefined;
  readonly onAdd: () => void;
}

/** 'Added', 'Adding...', 'Add', or 'Needs phone'. */
function AddButton({ linked, adding, number, onAdd }: AddButtonProps) {
  const words = linked ? 'Added' : adding ? 'Adding...' : hasTenDigits(number) ? 'Add' : 'Needs phone';
  return (
    <Button size="xs" variant="default" disabled={words !== 'Add'} onClick={onAdd} miw={96} style={{ flexShrink: 0 }}>
      {words}
    </Button>
  );
}
