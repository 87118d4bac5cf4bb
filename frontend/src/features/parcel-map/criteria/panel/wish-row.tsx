import { Group, Slider, Stack, Text } from '@mantine/core';
import { FilledNumberField } from '../../../../ui/number-field';
import { mostWeight, shareOf, type CriteriaErrors } from '../criteria';
import { curveWords } from '../curve';
import { factInfo, factLabel } from '../facts';
import type { Wish } from '../types';
import { CriterionRow } from './criterion-row';
import { CurveEditor } from './curve-editor';
import { CurveView } from './curve-view';
import { FactHelp } from './fact-help';
import classes from './panel.module.css';
import { PercentInput } from './percent-input';

/** The end of the slider; larger weights are typed. */
const sliderEnd = 100;

interface Props {
  readonly wish: Wish;
  readonly wishes: readonly Wish[];
  readonly index: number;
  readonly errors: CriteriaErrors;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onChange: (wish: Wish | undefined) => void;
}

/** A wish: its weight, its share of all weights, and its curve. */
export function WishRow({ wish, wishes, index, errors, open, onOpen, onChange }: Props) {
  const name = factLabel(wish.fact);
  const message = errors.at('wishes', index);
  const share = Math.round(100 * shareOf(wish, wishes));
  const weigh = (weight: number) => onChange({ ...wish, weight });
  const inEditor = ['curve', 'neutral', 'fact'].some((field) => errors.at('wishes', index, field) !== undefined);
  return (
    <CriterionRow
      name={name}
      words={curveWords(wish.fact, factInfo(wish.fact), wish.curve)}
      open={open || inEditor}
      onOpen={onOpen}
      onRemove={() => onChange(undefined)}
      refused={errors.has('wishes', index)}
      picture={<CurveView curve={wish.curve} width={56} height={28} />}
      below={
        <Group gap="sm" wrap="nowrap" className={classes.weight ?? ''}>
          <Slider
            flex={1}
            size="sm"
            min={0}
            max={sliderEnd}
            label={null}
            value={Math.min(wish.weight, sliderEnd)}
            onChange={weigh}
            thumbLabel={`Weight of ${name}`}
          />
          <FilledNumberField
            aria-label={`Weight of ${name}, number`}
            size="xs"
            w={56}
            hideControls
            min={0}
            max={mostWeight}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            step={5}
            value={wish.weight}
            error={errors.at('wishes', index, 'weight') !== undefined}
            otherwise={0}
            onChange={weigh}
          />
          <Text size="sm" className={`tabular ${classes.share ?? ''}`} aria-label={`${share}% of all weights`}>
            {share}%
          </Text>
        </Group>
      }
    >
      <Stack gap="xs">
        <CurveEditor
          wish={wish}
          errorOf={(field) =>
            errors.at('wishes', index, `curve.${field}`) ?? (field === 'kind' ? errors.at('wishes', index, 'curve') : undefined)
          }
          onChange={(curve) => onChange({ ...wish, curve })}
        />
        <FactHelp fact={wish.fact} />
        <PercentInput
          label="Points when it is unknown"
          value={wish.neutral}
          error={errors.at('wishes', index, 'neutral')}
          onChange={(neutral) => onChange({ ...wish, neutral })}
        />
      </Stack>
      {message !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt="xs">
          {message}
        </Text>
      )}
    </CriterionRow>
  );
}
