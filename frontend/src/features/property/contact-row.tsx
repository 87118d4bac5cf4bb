import { Anchor, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { Link } from 'react-router';
import type { PropertyRef } from '../../api/queries/properties';
import { phone } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useUnsaved } from '../../ui/unsaved';
import { Value } from '../../ui/value';
import { useUpdateContact, type Contact } from './api';
import { EditActions, EditForm } from './panel';
import classes from './property.module.css';

interface Props {
  readonly contact: Contact;
  readonly propertyKey: PropertyRef;
}

type Draft = Record<'first_name' | 'last_name' | 'title' | 'email', string>;

const fields: readonly (readonly [keyof Draft, string])[] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['title', 'Title'],
  ['email', 'Email'],
];

/** A linked contact, with inline edit. */
export function ContactRow({ contact, propertyKey }: Props) {
  const [draft, setDraft] = useState<Draft>();
  const update = useUpdateContact(propertyKey);
  const stored = draftOf(contact);
  useUnsaved(draft !== undefined && fields.some(([field]) => draft[field] !== stored[field]));

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

  return (
    <EditForm editing={draft !== undefined} saving={update.isPending} onSave={() => void submit()} onCancel={() => setDraft(undefined)}>
      {(button) =>
        draft ? (
          <div className={classes.contact}>
            <SimpleGrid cols={2} spacing="xs" mb="xs">
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
            <EditActions saving={update.isPending} onCancel={() => setDraft(undefined)} />
          </div>
        ) : (
          <Shown contact={contact} propertyKey={propertyKey} button={button} onEdit={() => setDraft(stored)} />
        )
      }
    </EditForm>
  );
}

interface ShownProps extends Props {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onEdit: () => void;
}

function Shown({ contact, propertyKey, button, onEdit }: ShownProps) {
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  return (
    <Group className={classes.contact} justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {name || 'Unnamed Contact'}
        </Text>
        <Text size="sm" c="dimmed">
          <Value>{contact.title}</Value>
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
          <Text size="sm">
            <Value />
          </Text>
        )}
        <Text size="sm" className="tabular">
          <Value>{phone(contact.phone_number)}</Value>
        </Text>
      </div>
      <Button ref={button} size="xs" variant="subtle" color="gray" flex="none" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
    </Group>
  );
}

function draftOf({ first_name, last_name, title, email }: Contact): Draft {
  return { first_name, last_name, title: title ?? '', email };
}
