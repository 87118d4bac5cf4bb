import { Checkbox, Text } from '@mantine/core';
import classes from './letters.module.css';
import { useTermLabels } from './use-term-labels';
import { lettersWord, type StandIn } from './words';

interface StandInsProps {
  readonly standIns: readonly StandIn[];
  readonly accepted: readonly string[];
  readonly onAccept: (term: string, yes: boolean) => void;
}

/** Stand-ins that block letters until they are accepted. */
export function StandIns({ standIns, accepted, onAccept }: StandInsProps) {
  const labelOf = useTermLabels();
  if (standIns.length === 0) return null;
  return (
    <div role="group" aria-label="Accept stand-ins">
      <Text size="sm" mb={6}>
        Some properties lack a value. Without it a letter says the following, if you accept that:
      </Text>
      <div className={classes.accepted}>
        {standIns.map(({ term, text, letters }) => (
          <Checkbox
            key={term}
            label={`Accept “${text}” as ${labelOf(term)} (${lettersWord(letters)})`}
            checked={accepted.includes(term)}
            onChange={(event) => onAccept(term, event.currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  );
}
