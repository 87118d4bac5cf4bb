import { Badge } from '@mantine/core';
import type { components } from '../api/generated/property-api';

type Outcome = components['schemas']['Outcome'];

const words: Readonly<Record<Outcome, readonly [word: string, color: string]>> = {
  queued: ['Queued', 'blue'],
  sent: ['Sent', 'green'],
  failed: ['Failed', 'red'],
  unclear: ['Unclear', 'yellow'],
  suppressed: ['Unsubscribed', 'gray'],
  undone: ['Undone', 'gray'],
};

/** Outcome of a recipient's message; in folder mode nothing is ever sent. */
export function OutcomeBadge({ outcome, written }: { readonly outcome: Outcome; readonly written: boolean }) {
  const [word, color] = outcome === 'sent' && written ? ['Written to file', 'gray'] : words[outcome];
  return (
    <Badge color={color} variant="light" style={{ flexShrink: 0 }}>
      {word}
    </Badge>
  );
}
