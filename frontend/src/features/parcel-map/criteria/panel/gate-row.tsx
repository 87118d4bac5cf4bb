import { MultiSelect, SegmentedControl, Select, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core';
import { unknownRules, type CriteriaErrors } from '../criteria';
import { factInfo, factLabel, gateWords } from '../facts';
import type { Gate, UnknownRule } from '../types';
import { CriterionRow } from './criterion-row';
import { FactHelp } from './fact-help';
import { FactNumber } from './fact-number';
import { GatePlace } from './gate-place';

interface Props {
  readonly gate: Gate;
  readonly index: number;
  readonly errors: CriteriaErrors;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onChange: (gate: Gate | undefined) => void;
}

/** A requirement: what a parcel must fulfil, and what happens when that is unknown. */
export function GateRow({ gate, index, errors, open, onOpen, onChange }: Props) {
  const name = factLabel(gate.fact);
  const refused = errors.has('gates', index);
  const message = errors.at('gates', index);
  return (
    <CriterionRow
      name={name}
      words={`${gateWords(gate)}; unknown ${unknownRules[gate.unknown]}`}
      open={open || refused}
      onOpen={onOpen}
      onRemove={() => onChange(undefined)}
      refused={refused}
    >
      <Stack gap="xs">
        <Asked gate={gate} errorOf={(...fields) => errors.at('gates', index, ...fields)} onChange={onChange} />
        <FactHelp fact={gate.fact} />
        <Select
          label="A parcel of which this is unknown"
          size="xs"
          allowDeselect={false}
          data={Object.entries(unknownRules).map(([value, label]) => ({ value, label }))}
          value={gate.unknown}
          error={errors.at('gates', index, 'unknown')}
          onChange={(unknown) => unknown && onChange({ ...gate, unknown: unknown as UnknownRule })}
        />
        {message !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {message}
          </Text>
        )}
      </Stack>
    </CriterionRow>
  );
}

interface AskedProps {
  readonly gate: Gate;
  readonly errorOf: (...fields: string[]) => string | undefined;
  readonly onChange: (gate: Gate) => void;
}

function Asked({ gate, errorOf, onChange }: AskedProps) {
  const info = factInfo(gate.fact);
  switch (info?.kind) {
    case 'number':
      return (
        <SimpleGrid cols={2} spacing="xs">
          <FactNumber
            info={info}
            label="At least"
            placeholder="Any"
            value={gate.min ?? undefined}
            error={errorOf('min')}
            onChange={(min) => onChange({ ...gate, min: min ?? null })}
          />
          <FactNumber
            info={info}
            label="At most"
            placeholder="Any"
            value={gate.max ?? undefined}
            error={errorOf('max')}
            onChange={(max) => onChange({ ...gate, max: max ?? null })}
          />
        </SimpleGrid>
      );
    case 'class': {
      const shared = {
        label: 'One of',
        size: 'xs',
        value: [...(gate.any_of ?? [])],
        error: errorOf('any_of'),
        onChange: (any_of: string[]) => onChange({ ...gate, any_of }),
      };
      return info.classes ? (
        <MultiSelect {...shared} data={Object.entries(info.classes).map(([value, label]) => ({ value, label }))} hidePickedOptions />
      ) : (
        <TagsInput {...shared} description="Codes as the county writes them" />
      );
    }
    case 'flag':
      return (
        <>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={info.label}
            data={[
              { value: 'no', label: info.no },
              { value: 'yes', label: info.yes },
            ]}
            value={gate.is === true ? 'yes' : 'no'}
            onChange={(value) => onChange({ ...gate, is: value === 'yes' })}
          />
          {gate.area && (
            <GatePlace
              area={gate.area}
              errorOf={(...fields) => errorOf(...fields.map((field) => `area.${field}`), ...(fields.length === 0 ? ['area'] : []))}
              onChange={(area) => onChange({ ...gate, area })}
            />
          )}
        </>
      );
    case undefined:
      return <Text size="xs">This requirement is newer than this page. Reload to edit it.</Text>;
  }
}
