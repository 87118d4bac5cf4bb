import { useState } from 'react';
import { DistanceField } from './distance-field';
import { distanceIn, metresOf, mostBesideLine, mostRadius, problemOf, unitOf, type Distance, type Unit } from './distance';
import type { Choice } from './shape';

interface Props {
  readonly choice: Choice;
  readonly onCount: (choice: Choice) => void;
}

/** The radius of a circle, or the width of a strip along a line; counts again with another one. Nothing for other selections. */
export function ReachForm({ choice, onCount }: Props) {
  const { circle, corridor } = choice;
  if (circle) {
    return (
      <Reach
        label="Radius"
        units={['ft', 'mi']}
        metres={circle.radius_m}
        most={mostRadius}
        onMetres={(radius_m) => onCount({ ...choice, circle: { ...circle, radius_m } })}
      />
    );
  }
  if (!corridor) return null;
  return (
    <Reach
      label="Distance to each side of the line"
      units={['ft']}
      metres={corridor.distance_m}
      most={mostBesideLine}
      onMetres={(distance_m) => onCount({ ...choice, corridor: { ...corridor, distance_m } })}
    />
  );
}

interface ReachProps {
  readonly label: string;
  readonly units: readonly Unit[];
  readonly metres: number;
  readonly most: number;
  readonly onMetres: (metres: number) => void;
}

function Reach({ label, units, metres, most, onMetres }: ReachProps) {
  const [unit, setUnit] = useState<Unit>(() => (units.length > 1 ? unitOf(metres) : 'ft'));
  /** What was entered since the last count. */
  const [draft, setDraft] = useState<Distance>();
  const counted = distanceIn(metres, unit);
  const shown = draft ?? counted;
  const problem = problemOf(shown, most);

  function count(entered: Distance | undefined): void {
    if (!entered || problemOf(entered, most) !== undefined) return;
    setDraft(undefined);
    if (entered.unit !== counted.unit || Number(entered.amount) !== counted.amount) onMetres(metresOf(entered));
  }

  return (
    <DistanceField
      label={label}
      units={units}
      value={shown}
      error={problem}
      onChange={(next) => {
        if (next.unit === unit) {
          setDraft(next);
          return;
        }
        setUnit(next.unit);
        // A number that is not counted yet keeps, and is one of the other unit.
        if (!draft) return;
        setDraft(next);
        count(next);
      }}
      onLeave={() => count(draft)}
    />
  );
}
