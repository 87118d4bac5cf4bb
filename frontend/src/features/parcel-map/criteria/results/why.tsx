import { Stack, Text } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { areaWords, factLabel, gateWords, judgedValue } from '../facts';
import type { Criteria, Explanation, GateResult, JudgedResult, Reason } from '../types';
import classes from './results.module.css';
import { points, rankRange, sourceWords, sureness } from './words';

interface Props {
  readonly result: JudgedResult;
  /** Of the run. */
  readonly criteria: Criteria;
  /** Where a site would be. */
  readonly site?: Explanation['site'];
}

/** Why a parcel or a site is where it is: a bar for each wish, the requirements, how sure this is, and what would change its rank. */
export function Why({ result, criteria, site }: Props) {
  const range = rankRange(result, site);
  const all = criteria.wishes.reduce((sum, { weight }) => sum + weight, 0);
  const sources = sourceWords(result);
  return (
    <Stack gap="sm" className={classes.why ?? ''}>
      <ul className={classes.bars} aria-label="Points of each wish">
        {result.reasons.map((reason) => (
          <Bar key={reason.fact} reason={reason} most={all > 0 ? (100 * reason.weight) / all : 0} />
        ))}
      </ul>
      {result.gates.length > 0 && (
        <ul className={classes.gates} aria-label="Requirements">
          {result.gates.map((gate) => (
            <Requirement key={gate.index} gate={gate} asked={criteria.gates[gate.index]} />
          ))}
        </ul>
      )}
      <Text size="xs" component="div">
        {range && <div>{range}</div>}
        <div>{sureness(result)}</div>
      </Text>
      {result.changes.length > 0 && (
        <div>
          <Text size="xs" fw={600}>
            What would change its rank
          </Text>
          <ul className={classes.changes}>
            {result.changes.map(({ sentence }) => (
              <Text key={sentence} size="xs" component="li">
                {sentence}
              </Text>
            ))}
          </ul>
        </div>
      )}
      {sources && (
        <Text size="xs" c="dimmed">
          Source: {sources}
        </Text>
      )}
    </Stack>
  );
}

/** `most`: the points of the full weight. */
function Bar({ reason, most }: { readonly reason: Reason; readonly most: number }) {
  const { fact, value, known, is_clamped, of_parcels } = reason;
  // The server's points have two decimals: rounded once more they could be above the most.
  const earned = Math.min(reason.points, most);
  const share = most > 0 ? earned / most : 0;
  return (
    <li className={classes.bar}>
      <Text size="xs" component="span" className={classes.fact ?? ''}>
        {factLabel(fact)}
      </Text>
      <Text size="xs" component="span" c="dimmed" className={classes.value ?? ''}>
        {of_parcels ?? (known ? judgedValue(fact, value) : 'Unknown')}
        {is_clamped && known && ' (beyond the curve)'}
      </Text>
      <Text size="xs" component="span" className={`tabular ${classes.points ?? ''}`}>
        {points(earned)} of {points(most)}
      </Text>
      <span className={classes.track} style={{ width: `${Math.max(most, 2)}%` }} aria-hidden>
        <span className={classes.fill} data-unknown={!known || undefined} style={{ width: `${100 * share}%` }} />
      </span>
    </li>
  );
}

const outcomes = {
  pass: { icon: IconCheck, word: 'Fulfilled' },
  fail: { icon: IconX, word: 'Failed' },
  unknown: { icon: IconQuestionMark, word: 'Unknown' },
} as const;

function Requirement({ gate, asked }: { readonly gate: GateResult; readonly asked: Criteria['gates'][number] | undefined }) {
  const { icon: Symbol, word } = outcomes[gate.outcome];
  return (
    <li className={classes.gate} data-outcome={gate.outcome}>
      <Symbol size={14} aria-label={word} />
      <Text size="xs" component="span">
        {factLabel(gate.fact)}: {gate.of_parcels ?? judgedValue(gate.fact, gate.value)}
        {gate.outcome === 'pass' && asked?.area && ` ${areaWords(asked.area)}`}
        {gate.outcome !== 'pass' && asked && (
          <Text span inherit c="dimmed">
            {' '}
            (asked: {gateWords(asked)})
          </Text>
        )}
      </Text>
    </li>
  );
}
