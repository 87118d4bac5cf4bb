import { Anchor, Badge, Checkbox, Group, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Audience, Person } from './api';
import classes from './campaign.module.css';

interface Props {
  readonly audience: Audience;
  readonly people: readonly Person[];
  readonly loading: boolean;
  /** Whether the recipients have been loaded, even if there are none. */
  readonly known: boolean;
  /** Numbers of those who are written to, and of those who are not. */
  readonly summary: string | undefined;
  /** Contacts excluded by the user. */
  readonly left: readonly string[];
  readonly onLeave: (left: readonly string[]) => void;
}

/** Recipients of the campaign; each one's message can be read before sending. */
export function PeoplePreview({ audience, people, loading, known, summary, left, onLeave }: Props) {
  const [shown, setShown] = useState<string>();
  return (
    <section aria-label="Recipients">
      <Title order={2} size="h4" mb="xs">
        Recipients
      </Title>
      {loading && <Skeleton h={72} />}
      {summary !== undefined && people.length > 0 && (
        <Text size="sm" mb="xs" role="status">
          {summary}
        </Text>
      )}
      {known && people.length === 0 && (
        <Text size="sm" c="dimmed">
          {audience.projectId === null
            ? 'None of the selected contacts exists any more.'
            : "No recipients yet. Open a property and add its owner's contacts."}
        </Text>
      )}
      <div className={people.length > 0 ? classes.people : undefined}>
        {people.map((person) => {
          const reachable = Boolean(person.email) && !person.suppressed;
          const name = person.name || 'Unnamed Contact';
          const open = shown === person.contact_id;
          return (
            <div key={person.contact_id} className={classes.person}>
              <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
                <Checkbox
                  label={name}
                  description={[person.email ?? 'No email address', person.property_address || person.company_name]
                    .filter(Boolean)
                    .join(' · ')}
                  disabled={!reachable}
                  checked={reachable && !left.includes(person.contact_id)}
                  onChange={(event) =>
                    onLeave(event.currentTarget.checked ? left.filter((id) => id !== person.contact_id) : [...left, person.contact_id])
                  }
                  style={{ overflowWrap: 'anywhere' }}
                />
                {person.suppressed && (
                  <Badge color="gray" variant="light" style={{ flexShrink: 0 }}>
                    Unsubscribed
                  </Badge>
                )}
                {reachable && (
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    aria-expanded={open}
                    aria-label={`${open ? 'Hide preview' : 'Preview'} for ${name}`}
                    onClick={() => setShown(open ? undefined : person.contact_id)}
                  >
                    {open ? 'Hide preview' : 'Preview'}
                  </Anchor>
                )}
              </Group>
              {open && (
                <div className={classes.message}>
                  <Text size="sm" fw={600}>
                    {person.subject || 'No subject yet'}
                  </Text>
                  <Text size="sm" className={classes.letter}>
                    {person.body || 'No message yet'}
                  </Text>
                </div>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
