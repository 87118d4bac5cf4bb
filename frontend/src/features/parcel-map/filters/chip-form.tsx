import { Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '../../../ui/number-field';
import { Form, type FormProps } from './chip-shell';
import type { Range } from './chips';
import { GrowthForm } from './growth-form';
import { NearForm } from './near-form';

interface Props extends FormProps {
  readonly middle: () => { readonly lon: number; readonly lat: number } | undefined;
}

/** What is wanted of a chip. */
export function ChipForm(props: Props) {
  const { chip, value } = props;
  switch (chip.kind) {
    case 'range':
      return <RangeForm {...props} given={typeof value === 'object' && !Array.isArray(value) ? (value as Range) : {}} />;
    case 'classes':
      return <ClassesForm {...props} given={Array.isArray(value) ? (value as readonly string[]) : []} />;
    case 'text':
      return <TextForm {...props} given={typeof value === 'string' ? value : ''} />;
    case 'flag':
      return <FlagForm {...props} given={typeof value === 'boolean' ? value : undefined} />;
    case 'near':
      return <NearForm {...props} given={typeof value === 'object' && 'metres' in value ? value : undefined} />;
    case 'growth':
      return <GrowthForm {...props} given={typeof value === 'object' && 'run' in value ? value : undefined} />;
  }
}

function RangeForm({ given, ...props }: Props & { readonly given: Range }) {
  const { chip } = props;
  const [range, setRange] = useState(given);
  const { min, max } = range;
  const error = min !== undefined && max !== undefined && min > max ? 'The first number is the smaller one.' : undefined;
  const end = (name: keyof Range) => (value: number | undefined) => {
    const other = name === 'min' ? { ...(max !== undefined && { max }) } : { ...(min !== undefined && { min }) };
    setRange(value === undefined ? other : { ...other, [name]: value });
  };
  const shared = {
    size: 'xs',
    min: 0,
    hideControls: true,
    ...(chip.prefix !== undefined && { prefix: chip.prefix }),
    ...(chip.unit !== undefined && { suffix: ` ${chip.unit}` }),
    ...(!chip.year && { thousandSeparator: ',' }),
  } as const;
  return (
    <Form {...props} error={error} result={() => (min === undefined && max === undefined ? undefined : range)}>
      <Group gap="xs" grow align="flex-start">
        <NumberField {...shared} label="At least" data-autofocus value={min} onChange={end('min')} />
        <NumberField {...shared} label="At most" value={max} error={error} onChange={end('max')} />
      </Group>
    </Form>
  );
}

function ClassesForm({ given, ...props }: Props & { readonly given: readonly string[] }) {
  const [chosen, setChosen] = useState<string[]>([...given]);
  return (
    <Form {...props} result={() => (chosen.length > 0 ? chosen : undefined)}>
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label={props.chip.label}>
        <Stack gap={6}>
          {props.chip.choices?.map(({ value, label }) => (
            <Checkbox key={value} size="xs" value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}

function TextForm({ given, ...props }: Props & { readonly given: string }) {
  const [words, setWords] = useState(given);
  return (
    <Form {...props} result={() => words.trim() || undefined}>
      <TextInput
        size="xs"
        label={`${props.chip.label} contains`}
        data-autofocus
        maxLength={80}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </Form>
  );
}

function FlagForm({ given, ...props }: Props & { readonly given: boolean | undefined }) {
  const { help } = props.chip;
  const [yes, no] = props.chip.choices ?? [];
  const [chosen, setChosen] = useState((given ?? props.chip.id !== 'flood') ? 'yes' : 'no');
  if (!yes || !no) return null;
  return (
    <Form {...props} result={() => chosen === 'yes'}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={props.chip.label}
        data={[yes, no].map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={setChosen}
      />
      <Text size="xs" c="dimmed">
        {help !== undefined && `${help} `}
        Parcels of which this is unknown are left out.
      </Text>
    </Form>
  );
}
