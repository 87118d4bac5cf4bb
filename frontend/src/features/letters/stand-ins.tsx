import { Checkbox, Text } from '@mantine/core';
import classes from './letters.module.css';
import { lettersWord, termWords, type StandIn } from './words';

interface StandInsProps {
  readonly standIns: readonly StandIn[];
  readonly accepted: readonly string[];
  readonly onAccept: (term: string, yes: boolean) => void;
}

/** Stand-ins that block letters until they are accepted. */
export function StandIns({ standIns, accepted, onAccept }: StandInsProps) {
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
            label={`Accept “${text}” as ${termWords(term)} (${lettersWord(letters)})`}
            checked={accepted.includes(term)}
            onChange={(event) => onAccept(term, event.currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  );
}
