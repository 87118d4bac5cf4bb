import { Alert, Anchor, Button, Collapse, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { contactFiltersQuery } from '../../api/queries/contacts';
import { useNotice } from '../../ui/dialogs';
import { FormModal } from '../../ui/form-modal';
import { TagsField } from '../../ui/tags-field';
import { useUnsaved } from '../../ui/unsaved';
import { useAddContact, useUpdateContact, type Contact } from './api';
import { basicFields, contactBody, draftOf, moreFields, refusals, sameContact, type ContactDraft, type Field } from './contact-fields';

const failure = 'There was a problem saving the contact. Please try again.';

interface AddContactModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Opens an existing contact instead of this form. */
  readonly onOpen: (contact: Contact) => void;
}

export function AddContactModal({ opened, onClose, onOpen }: AddContactModalProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Add New Contact" size="lg">
      <AddForm onClose={onClose} onOpen={onOpen} />
    </FormModal>
  );
}

function AddForm({ onClose, onOpen }: Omit<AddContactModalProps, 'opened'>) {
  const add = useAddContact();
  const notice = useNotice();
  const twin = add.data;

  function save(draft: ContactDraft, anyway: boolean): void {
    add.mutate(
      { draft, anyway },
      {
        onSuccess: (same) => {
          if (same) return;
          notice.success(`${draft.first_name} ${draft.last_name} was added to the contacts.`);
          onClose();
        },
      },
    );
  }

  return (
    <ContactForm
      note="Fill in the details below to create a new contact."
      start={{}}
      verb="Add Contact"
      busy={add.isPending}
      failed={add.error}
      onClose={onClose}
      onSubmit={(draft) => save(draft, false)}
      question={(draft) =>
        twin && sameContact([twin], draft) ? <TwinQuestion onOpen={() => onOpen(twin)} onAdd={() => save(draft, true)} /> : undefined
      }
    />
  );
}

/** Asks before a duplicate contact is added. */
function TwinQuestion({ onOpen, onAdd }: { readonly onOpen: () => void; readonly onAdd: () => void }) {
  return (
    <Alert role="alert" color="yellow" variant="light" mt="md" title="A contact with this name and email address already exists">
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onOpen} autoFocus>
          Open it
        </Button>
        <Button size="xs" variant="default" onClick={onAdd}>
          Add anyway
        </Button>
      </Group>
    </Alert>
  );
}

interface EditContactModalProps {
  /** Undefined while the modal is closed. */
  readonly contact: Contact | undefined;
  readonly onClose: () => void;
}

export function EditContactModal({ contact, onClose }: EditContactModalProps) {
  return (
    <FormModal opened={contact !== undefined} onClose={onClose} title="Edit Contact" size="lg">
      {contact && <EditForm contact={contact} onClose={onClose} />}
    </FormModal>
  );
}

function EditForm({ contact, onClose }: { readonly contact: Contact; readonly onClose: () => void }) {
  const update = useUpdateContact();
  return (
    <ContactForm
      start={draftOf(contact)}
      verb="Save"
      busy={update.isPending}
      failed={update.error}
      onClose={onClose}
      onSubmit={(draft) => update.mutate({ ...contactBody(draft), contact_id: contact.contact_id }, { onSuccess: onClose })}
    />
  );
}

interface ContactFormProps {
  readonly note?: string;
  readonly start: ContactDraft;
  readonly verb: string;
  readonly busy: boolean;
  readonly failed: Error | null;
  readonly onClose: () => void;
  readonly onSubmit: (draft: ContactDraft) => void;
  /** A question to answer before this draft is saved. */
  readonly question?: (draft: ContactDraft) => ReactNode;
}

function ContactForm({ note, start, verb, busy, failed, onClose, onSubmit, question }: ContactFormProps) {
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [more, setMore] = useState(false);
  const known = useQuery(contactFiltersQuery);
  const { mayLeave } = useUnsaved([...basicFields, ...moreFields].some(({ name }) => (draft[name] ?? '') !== (start[name] ?? '')));
  const refused = tried ? refusals(draft) : {};
  const errors = { ...(failed instanceof ApiProblem ? failed.fields : {}), ...refused };

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const wrong = refusals(draft);
    if (moreFields.some(({ name }) => wrong[name])) setMore(true);
    if (Object.keys(wrong).length === 0) onSubmit(draft);
  }

  const inputs = (fields: readonly Field[]) =>
    fields.map(({ name, label, type, required, long }) =>
      name === 'tags' ? (
        <TagsField
          key={name}
          label={label}
          tags={draft.tags}
          known={known.data?.tags}
          error={errors.tags}
          onChange={(tags) => setDraft({ ...draft, tags: tags.join(', ') })}
        />
      ) : (
        <TextInput
          key={name}
          label={label}
          type={type ?? 'text'}
          required={required ?? false}
          value={draft[name] ?? ''}
          error={errors[name]}
          style={long ? { gridColumn: '1 / -1' } : {}}
          onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          {...(name === 'first_name' ? { 'data-autofocus': true } : {})}
        />
      ),
    );

  return (
    <form onSubmit={submit} noValidate>
      {note && (
        <Text c="dimmed" size="sm" mb="md">
          {note}
        </Text>
      )}
      {failed && (
        <Alert role="alert" color="red" variant="light" py="xs" mb="md">
          {sentenceOf(failed, failure)}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {inputs(basicFields)}
      </SimpleGrid>
      <Anchor component="button" type="button" size="sm" mt="md" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Fewer fields' : 'More fields'}
      </Anchor>
      <Collapse expanded={more}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mt="md">
          {inputs(moreFields)}
        </SimpleGrid>
      </Collapse>
      {!busy && question?.(draft)}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onClose())}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {verb}
        </Button>
      </Group>
    </form>
  );
}
