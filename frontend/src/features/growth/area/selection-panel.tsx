import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { areaKm2, maxAreaKm2, sampleAreas, sidesKm, type Area } from './area';
import classes from '../growth.module.css';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

interface Props {
  readonly area: Area | undefined;
  readonly onSample: (area: Area) => void;
  /** What else may be set before a run. */
  readonly children: ReactNode;
}

/** How large the selection is, the sample areas for those who use no mouse, and how it all works. */
export function SelectionPanel({ area, onSample, children }: Props) {
  return (
    <Stack gap="md">
      <SelectionSize area={area} />
      <Paper withBorder p="md">
        <Title order={2} size="h5" mb={4}>
          Sample areas
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Their layers are sample data made by Sitewright, not a survey.
        </Text>
        <Group gap="xs">
          {sampleAreas.map((sample) => (
            <Button key={sample.name} size="xs" variant="default" onClick={() => onSample(sample.area)}>
              {sample.name}
            </Button>
          ))}
        </Group>
      </Paper>
      {children}
      <Paper withBorder p="md">
        <Title order={2} size="h5" mb="xs">
          How to use
        </Title>
        <Text component="ol" size="sm" className={classes.steps ?? ''}>
          <li>Choose &lsquo;Draw Selection Area&rsquo;, then drag on the map or click two opposite corners.</li>
          <li>Or click one of the sample areas on the map or in the list above.</li>
          <li>Keep the area within {whole.format(maxAreaKm2)} km², about 60 km by 60 km.</li>
          <li>Choose &lsquo;Run SLEUTH Simulation&rsquo;, then play the coming years on the map.</li>
        </Text>
      </Paper>
    </Stack>
  );
}

/** The live readout of the selection's size against the limit. */
function SelectionSize({ area }: { readonly area: Area | undefined }) {
  const size = area ? areaKm2(area) : 0;
  const sides = area && sidesKm(area);
  const tooLarge = size > maxAreaKm2;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb={4}>
        Selection size
      </Title>
      <div aria-live="polite">
        <Text size="lg" fw={600} className={classes.number ?? ''} data-testid="selection-size">
          {area ? `${whole.format(size)} km²` : 'No area selected'}
        </Text>
        <Text size="sm" c={tooLarge ? 'var(--mantine-color-error)' : 'dimmed'}>
          {tooLarge
            ? `Larger than the maximum of ${whole.format(maxAreaKm2)} km².`
            : `${sides ? `${whole.format(sides.width)} km by ${whole.format(sides.height)} km; ` : ''}maximum ${whole.format(maxAreaKm2)} km²`}
        </Text>
      </div>
      <Progress
        mt="sm"
        value={Math.min(100, (100 * size) / maxAreaKm2)}
        color={tooLarge ? 'red' : 'gold'}
        aria-label="Share of the largest area"
      />
    </Paper>
  );
}
