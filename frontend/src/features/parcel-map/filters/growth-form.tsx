import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { GrowthChoice } from '../growth/growth-choice';
import { useFinishedRuns, type GrowthRun } from '../growth/runs';
import { useMapPage } from '../map-page';
import { NumberField } from '../../../ui/number-field';
import { Form, type FormProps } from './chip-shell';
import type { Growth } from './chips';

/** The chance and the decade of growth around parcels, of a finished simulation. */
export function GrowthForm({ given, ...props }: FormProps & { readonly given: Growth | undefined }) {
  const { growthRun } = useMapPage();
  const { runs } = useFinishedRuns();
  const [chosen, setRun] = useState<string | null | undefined>(given?.run ?? growthRun);
  const [least, setLeast] = useState(given ? given.least : 50);
  const [by, setBy] = useState(given?.by);
  // Until one is chosen, the newest.
  const run = chosen === undefined ? runs[0]?.run_id : (chosen ?? undefined);
  const isEmpty = least === undefined && by === undefined;
  return (
    <Form
      {...props}
      error={run === undefined ? 'none' : undefined}
      result={() =>
        run === undefined || isEmpty ? undefined : { run, ...(least !== undefined && { least }), ...(by !== undefined && { by }) }
      }
    >
      <GrowthChoice runId={run ?? null} empty="Choose a finished simulation" onChoose={setRun} inPopover />
      <NumberField
        size="xs"
        label="Chance at least"
        data-autofocus
        min={0}
        max={100}
        suffix=" %"
        hideControls
        value={least}
        onChange={setLeast}
      />
      <Select
        // A popover closes at a press outside of it.
        comboboxProps={{ withinPortal: false }}
        size="xs"
        label="Half of the land around is urban by"
        placeholder="Any time, or never"
        clearable
        data={decadesOf(runs.find(({ run_id }) => run_id === run)).map((year) => ({ value: String(year), label: `${year}s` }))}
        value={by === undefined ? null : String(by)}
        onChange={(year) => setBy(year === null ? undefined : Number(year))}
      />
      <Text size="xs" c="dimmed">
        Parcels outside of the simulation's area are left out.
      </Text>
    </Form>
  );
}

/** First years of the decades of a run. */
function decadesOf(run: GrowthRun | undefined): readonly number[] {
  if (!run?.layers) return [];
  const first = run.layers.start_year - (run.layers.start_year % 10);
  const last = run.layers.start_year + run.horizon_years;
  return Array.from({ length: Math.floor((last - first) / 10) + 1 }, (_, index) => first + 10 * index);
}
