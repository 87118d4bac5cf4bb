import { Anchor, Badge, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Person } from './api';
import classes from './campaign.module.css';

interface Props {
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
export function PeoplePreview({ people, loading, known, summary, left, onLeave }: Props) {
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
          No recipients yet. Open a property and add its owner's contacts.
        </Text>
      )}
      <Stack gap="xs">
        {people.map((person) => {
          const reachable = Boolean(person.email) && !person.suppressed;
          const name = person.name || 'Unnamed Contact';
          return (
            <div key={person.contact_id} className={classes.card}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
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
                    aria-expanded={shown === person.contact_id}
                    aria-label={`Preview for ${name}`}
                    onClick={() => setShown(shown === person.contact_id ? undefined : person.contact_id)}
                  >
                    Preview
                  </Anchor>
                )}
              </Group>
              {shown === person.contact_id && (
                <div style={{ marginTop: 8 }}>
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
      </Stack>
    </section>
  );
}
