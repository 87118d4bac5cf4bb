import { CloseButton, Group, Text } from '@mantine/core';
import legend from '../legend-lines.module.css';
import type { Scheme } from './scheme';

interface Props {
  readonly scheme: Scheme;
  readonly onEnd: () => void;
}

/** What the colours of the parcels mean. */
export function ColourLegend({ scheme, onEnd }: Props) {
  const { label, note, classes: lines } = scheme;
  return (
    <section aria-label={`Colors: ${label}`}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" fw={600}>
          {label}
        </Text>
        <CloseButton size="xs" aria-label="End coloring" onClick={onEnd} />
      </Group>
      <ul className={legend.lines}>
        {lines.map((line) => (
          <li key={line.label} className={legend.line}>
            <svg width={14} height={14} aria-hidden>
              <rect x={0.5} y={0.5} width={13} height={13} rx={2} fill={line.colour} stroke="var(--mantine-color-dimmed)" />
            </svg>
            <Text size="xs" className="tabular">
              {line.label}
            </Text>
          </li>
        ))}
      </ul>
      {note !== undefined && (
        <Text size="xs" c="dimmed" maw={220} mt={2}>
          {note}
        </Text>
      )}
    </section>
  );
}
