import { Accordion, Badge, Button, Checkbox, Group, Select, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { growthRunsQuery } from '../../../api/queries/growth';
import { dateTime } from '../../../lib/format';
import { FilledNumberField, NumberField } from '../../../ui/number-field';
import { coefficientNames, defaultCoefficients, defaultSettings, sourceOf, type Settings } from './settings';

interface Props {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

const names = { default: 'Default values', given: 'Your own values', calibrated: 'Calibrated values' } as const;

/** Advanced settings: horizon, number of runs, seed, and the model's five coefficients. */
export function AdvancedPanel({ settings, onChange }: Props) {
  const source = sourceOf(settings);
  return (
    <Accordion variant="contained" chevronPosition="right" styles={{ item: { background: 'var(--surface)', transition: 'none' } }}>
      <Accordion.Item value="advanced">
        <Accordion.Control>
          <Group gap="xs">
            <Text fw={650}>Advanced</Text>
            <Badge variant="light" color={source === 'default' ? 'gray' : 'gold'}>
              {names[source]}
            </Badge>
          </Group>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <Runs settings={settings} onChange={onChange} />
            <CalibrationChoice settings={settings} onChange={onChange} />
            {coefficientNames.map(({ key, label, meaning }) => (
              <CoefficientSlider
                key={key}
                label={label}
                meaning={meaning}
                value={settings.coefficients[key]}
                usual={defaultCoefficients[key]}
                onChange={(value) =>
                  onChange({ ...settings, calibrationId: undefined, coefficients: { ...settings.coefficients, [key]: value } })
                }
              />
            ))}
            <Checkbox
              label="Adjust coefficients to growth (self-modification)"
              description="Fast growth accelerates and slow growth declines, as described by the authors of the model."
              checked={settings.selfModification}
              onChange={(event) => onChange({ ...settings, selfModification: event.currentTarget.checked })}
            />
            <Button variant="default" size="xs" onClick={() => onChange(defaultSettings)}>
              Back to defaults
            </Button>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Runs({ settings, onChange }: Props) {
  return (
    <Group grow align="flex-start">
      <FilledNumberField
        label="Years ahead"
        min={1}
        max={100}
        clampBehavior="strict"
        allowDecimal={false}
        value={settings.horizonYears}
        otherwise={defaultSettings.horizonYears}
        onChange={(horizonYears) => onChange({ ...settings, horizonYears })}
      />
      <FilledNumberField
        label="Runs"
        min={1}
        max={200}
        clampBehavior="strict"
        allowDecimal={false}
        value={settings.iterations}
        otherwise={defaultSettings.iterations}
        onChange={(iterations) => onChange({ ...settings, iterations })}
      />
      <NumberField
        label="Seed"
        placeholder="usual"
        min={0}
        max={4_294_967_295}
        clampBehavior="strict"
        allowDecimal={false}
        value={settings.seed}
        onChange={(seed) => onChange({ ...settings, seed })}
      />
    </Group>
  );
}

/** Finished calibrations of the firm, to use their best set. */
function CalibrationChoice({ settings, onChange }: Props) {
  const runs = useQuery(growthRunsQuery('calibration'));
  const finished = (runs.data ?? []).filter(({ state }) => state === 'succeeded');
  if (finished.length === 0) return null;
  return (
    <Select
      label="Coefficients of a calibration"
      placeholder="None"
      clearable
      data={finished.map(({ run_id, name, layers, finished_at }) => ({
        value: run_id,
        label: `${name ?? layers?.name ?? 'Calibration'}${finished_at ? `, ${dateTime(finished_at)}` : ''}`,
      }))}
      value={settings.calibrationId ?? null}
      onChange={(value) => onChange({ ...settings, calibrationId: value ?? undefined })}
    />
  );
}

interface SliderProps {
  readonly label: string;
  readonly meaning: string;
  readonly value: number;
  readonly usual: number;
  readonly onChange: (value: number) => void;
}

function CoefficientSlider({ label, meaning, value, usual, onChange }: SliderProps) {
  const id = useId();
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500} id={id}>
          {label}
        </Text>
        <Text size="sm" className="tabular">
          {value !== usual && (
            <Text span size="xs" c="dimmed" mr="xs">
              default {usual}
            </Text>
          )}
          {value}
        </Text>
      </Group>
      <Slider
        size="sm"
        min={0}
        max={100}
        // The value is already shown above.
        label={null}
        value={value}
        onChange={onChange}
        marks={[{ value: usual }]}
        thumbProps={{ 'aria-labelledby': id }}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {meaning}
      </Text>
    </div>
  );
}
