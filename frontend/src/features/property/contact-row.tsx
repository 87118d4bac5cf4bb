import { Anchor, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { phone, text } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useUpdateContact, type Contact, type PropertyKey } from './api';
import classes from './property.module.css';

interface Props {
  readonly contact: Contact;
  readonly propertyKey: PropertyKey;
}

type Draft = Record<'first_name' | 'last_name' | 'title' | 'email', string>;

const fields: readonly (readonly [keyof Draft, string])[] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['title', 'Title'],
  ['email', 'Email'],
];

/** One linked contact, with inline edit. */
export function ContactRow({ contact, propertyKey }: Props) {
  const [draft, setDraft] = useState<Draft>();
  const update = useUpdateContact(propertyKey);

  async function submit(): Promise<void> {
    if (!draft) return;
    try {
      await update.mutateAsync({ contact_id: contact.contact_id, ...draft });
    } catch (reason) {
      // The specification: logged only, and edit mode exits anyway.
      console.error('The contact could not be saved.', reason);
    }
    setDraft(undefined);
  }

  if (draft) {
    return (
      <div className={classes.contact}>
        <SimpleGrid cols={2} spacing="xs">
          {fields.map(([field, label]) => (
            <TextInput
              key={field}
              label={label}
              type={field === 'email' ? 'email' : 'text'}
              size="xs"
              value={draft[field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => void submit()} loading={update.isPending}>
            Save
          </Button>
          <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
            Cancel
          </Button>
        </Group>
      </div>
    );
  }
  return (
    <Group className={classes.contact} justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600}>
          {[contact.first_name, contact.last_name].filter(Boolean).join(' ') || 'Unnamed Contact'}
        </Text>
        <Text size="sm" c="dimmed">
          {text(contact.title)}
        </Text>
        {contact.email ? (
          <Anchor
            component={Link}
            to={paths.email(propertyKey.parcelNumber, propertyKey.projectId, contact.email)}
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {contact.email}
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            {text(null)}
          </Text>
        )}
        <Text size="sm">{phone(contact.phone_number)}</Text>
      </div>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={`Edit ${[contact.first_name, contact.last_name].join(' ')}`}
        onClick={() =>
          setDraft({
            first_name: contact.first_name,
            last_name: contact.last_name,
            title: contact.title ?? '',
            email: contact.email,
          })
        }
      >
        Edit
      </Button>
    </Group>
  );
}
