import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ownerSuggestionsQuery, propertyContactsQuery } from '../../api/queries/contacts';
import type { PropertyRef } from '../../api/queries/properties';
import { Fact } from '../../ui/fact';
import { QueryFailure } from '../../ui/query-panel';
import type { Property } from './api';
import { ContactRow } from './contact-row';
import type { County } from './county-value';
import { Panel } from './panel';
import { SectionSource } from './section-source';

const DirectoryDialog = lazy(() => import('./directory-dialog').then((loaded) => ({ default: loaded.DirectoryDialog })));
const OwnerContactsDialog = lazy(() => import('./owner-contacts-dialog').then((loaded) => ({ default: loaded.OwnerContactsDialog })));

interface Props {
  readonly property: Property;
  readonly propertyKey: PropertyRef;
  /** The parcel as it is published now, if known. */
  readonly county?: County | undefined;
}

const owners = { owner: ['owner', 'careof'], 'mailing address': ['mailing_address'] } as const;

/** Owners of the parcel, and their contacts. */
export function OwnershipPanel({ property, propertyKey, county }: Props) {
  const [dialog, setDialog] = useState<'directory' | 'owner'>();
  const contacts = useQuery(propertyContactsQuery(property.contact_ids));
  const suggestions = useQuery(ownerSuggestionsQuery(property.owner_name, 0));
  const linked = property.contact_ids.length > 0 ? (contacts.data ?? []) : [];

  return (
    <Panel title="Ownership">
      <Stack gap={6}>
        <Fact label="Recorded Taxpayer">{property.taxpayer_name}</Fact>
        <Fact label="Mailing Address">{property.mailing_address}</Fact>
        <Fact label="Deeded Owner">{property.owner_name}</Fact>
        <Fact label="Signer">{property.signer}</Fact>
      </Stack>
      <SectionSource county={county} facts={owners} />
      <Divider my="sm" label="Associated contacts" labelPosition="left" />
      {linked.map((contact) => (
        <ContactRow key={contact.contact_id} contact={contact} propertyKey={propertyKey} />
      ))}
      {linked.length === 0 && !contacts.isFetching && (
        <Text size="sm" c="dimmed">
          No contacts are linked yet. Add the owner's contacts to reach them from here.
        </Text>
      )}
      <QueryFailure query={contacts} sentence="Unable to load contacts. Please try again." />
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={() => setDialog('directory')}>
          Add from Contacts
        </Button>
        {(suggestions.data?.total ?? 0) > 0 && (
          <Button size="xs" variant="default" onClick={() => setDialog('owner')}>
            Add Associated Contact
          </Button>
        )}
      </Group>
      <Suspense fallback={null}>
        {dialog === 'directory' && <DirectoryDialog onClose={() => setDialog(undefined)} property={property} propertyKey={propertyKey} />}
        {dialog === 'owner' && (
          <OwnerContactsDialog onClose={() => setDialog(undefined)} property={property} propertyKey={propertyKey} linked={linked} />
        )}
      </Suspense>
    </Panel>
  );
}
