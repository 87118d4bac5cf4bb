import { Progress, Text } from '@mantine/core';
import { Panel } from '../panel';
import { areaKm2, maxAreaKm2, sidesKm, type Area } from './area';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** The size of the selection, compared with the limit. */
export function SelectionSize({ area }: { readonly area: Area | undefined }) {
  const size = area ? areaKm2(area) : 0;
  const sides = area && sidesKm(area);
  const tooLarge = size > maxAreaKm2;
  return (
    <Panel compact title="Selection size">
      <div aria-live="polite">
        <Text size="lg" fw={600} className="tabular" data-testid="selection-size">
          {area ? `${whole.format(size)} km²` : 'No area selected'}
        </Text>
        <Text size="sm" c={tooLarge ? 'var(--mantine-color-error)' : 'dimmed'}>
          {tooLarge && `Larger than the maximum of ${whole.format(maxAreaKm2)} km².`}
          {!tooLarge &&
            sides &&
            `${whole.format(sides.width)} km by ${whole.format(sides.height)} km; maximum ${whole.format(maxAreaKm2)} km²`}
          {!sides && `The maximum is ${whole.format(maxAreaKm2)} km².`}
        </Text>
      </div>
      <Progress
        mt="sm"
        value={Math.min(100, (100 * size) / maxAreaKm2)}
        color={tooLarge ? 'red' : 'gold'}
        aria-label="Share of the largest area"
      />
    </Panel>
  );
}
