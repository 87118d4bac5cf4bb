import { Select, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core';
import { reshaped, shapes, type NumberCurve } from '../curve';
import { className, factInfo, type ClassFact, type NumberFact } from '../facts';
import type { Curve, Wish } from '../types';
import { CurveView } from './curve-view';
import { FactNumber } from './fact-number';
import { PercentInput } from './percent-input';

interface Props {
  readonly wish: Wish;
  /** The server's message about a field of the curve. */
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (curve: Curve) => void;
}

/** Edits a curve by its anchors, in the fact's own unit. */
export function CurveEditor({ wish: { fact, curve }, errorOf, onChange }: Props) {
  const info = factInfo(fact);
  switch (curve.kind) {
    case 'classes':
      return info?.kind === 'class' ? <ClassPoints info={info} values={curve.values} onChange={onChange} /> : null;
    case 'flag':
      return info?.kind === 'flag' ? (
        <SimpleGrid cols={2} spacing="xs">
          <PercentInput label={info.yes} value={curve.yes} error={errorOf('yes')} onChange={(yes) => onChange({ ...curve, yes })} />
          <PercentInput label={info.no} value={curve.no} error={errorOf('no')} onChange={(no) => onChange({ ...curve, no })} />
        </SimpleGrid>
      ) : null;
    default:
      return info?.kind === 'number' ? <NumberEditor info={info} curve={curve} errorOf={errorOf} onChange={onChange} /> : null;
  }
}

interface NumberEditorProps {
  readonly info: NumberFact;
  readonly curve: NumberCurve;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (curve: Curve) => void;
}

function NumberEditor({ info, curve, errorOf, onChange }: NumberEditorProps) {
  return (
    <Stack gap="xs">
      <CurveView curve={curve} width={320} height={64} />
      <Select
        label="Shape"
        size="xs"
        allowDeselect={false}
        data={Object.entries(shapes).map(([value, label]) => ({ value, label }))}
        value={curve.kind}
        error={errorOf('kind')}
        onChange={(kind) => kind && onChange(reshaped(curve, kind as NumberCurve['kind']))}
      />
      <Anchors info={info} curve={curve} errorOf={errorOf} onChange={onChange} />
    </Stack>
  );
}

/** Names of the anchors of each shape. */
const anchors = {
  ramp: { zero: 'No points at', one: 'Full points at' },
  log_ramp: { zero: 'No points at', one: 'Full points at' },
  trapezoid: { a: 'No points below', b: 'Full points from', c: 'Full points to', d: 'No points above' },
  half_life: { h: 'Half the points at' },
} as const satisfies Record<Exclude<NumberCurve['kind'], 'steps'>, Readonly<Record<string, string>>>;

function Anchors({ info, curve, errorOf, onChange }: NumberEditorProps) {
  if (curve.kind === 'steps') return <Steps info={info} curve={curve} errorOf={errorOf} onChange={onChange} />;
  const named = Object.entries(anchors[curve.kind]);
  const values = curve as unknown as Readonly<Record<string, number>>;
  return (
    <SimpleGrid cols={2} spacing="xs">
      {named.map(([name, label]) => (
        <FactNumber
          key={`${curve.kind} ${name}`}
          info={info}
          label={label}
          value={values[name]}
          error={errorOf(name)}
          onChange={(value) => value !== undefined && onChange({ ...curve, [name]: value })}
        />
      ))}
    </SimpleGrid>
  );
}

function Steps({ info, curve, errorOf, onChange }: NumberEditorProps & { readonly curve: Extract<NumberCurve, { kind: 'steps' }> }) {
  const change = <T,>(list: readonly T[], index: number, item: T) => list.map((each, place) => (place === index ? item : each));
  return (
    <Stack gap="xs">
      <SimpleGrid cols={2} spacing="xs">
        <Text size="xs" c="dimmed" style={{ alignSelf: 'end' }} pb={8}>
          Below the first step
        </Text>
        <PercentInput
          label="Points"
          value={curve.values[0] ?? 0}
          onChange={(value) => onChange({ ...curve, values: change(curve.values, 0, value) })}
        />
      </SimpleGrid>
      {curve.at.map((border, index) => (
        // Steps have no identity besides their place.
        <SimpleGrid key={`step ${index + 1}`} cols={2} spacing="xs">
          <FactNumber
            info={info}
            label={`From, step ${index + 1}`}
            value={border}
            error={errorOf(`at.${index}`) ?? errorOf('at')}
            onChange={(value) => value !== undefined && onChange({ ...curve, at: change(curve.at, index, value) })}
          />
          <PercentInput
            label={`Points, step ${index + 1}`}
            value={curve.values[index + 1] ?? 0}
            error={errorOf(`values.${index + 1}`)}
            onChange={(value) => onChange({ ...curve, values: change(curve.values, index + 1, value) })}
          />
        </SimpleGrid>
      ))}
    </Stack>
  );
}

interface ClassPointsProps {
  readonly info: ClassFact;
  readonly values: Readonly<Record<string, number>>;
  readonly onChange: (curve: Curve) => void;
}

/** The part of the points that each class gets. Classes of the county are typed. */
function ClassPoints({ info, values, onChange }: ClassPointsProps) {
  const names = info.classes ? Object.keys(info.classes) : Object.keys(values);
  const set = (next: Readonly<Record<string, number>>) => onChange({ kind: 'classes', values: next });
  return (
    <Stack gap="xs">
      {!info.classes && (
        <TagsInput
          label="Codes of the county"
          size="xs"
          value={names}
          onChange={(codes) => set(Object.fromEntries(codes.map((code) => [code, values[code] ?? 1])))}
        />
      )}
      <SimpleGrid cols={2} spacing="xs">
        {names.map((name) => (
          <PercentInput
            key={name}
            label={className(info, name)}
            value={values[name] ?? 0}
            onChange={(value) => {
              const others = Object.entries(values).filter(([each]) => each !== name);
              // A class of ours without points needs no entry; a code of the county keeps its field.
              set(Object.fromEntries(value > 0 || !info.classes ? [...others, [name, value]] : others));
            }}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
