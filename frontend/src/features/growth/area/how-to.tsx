import { Text } from '@mantine/core';
import { Panel } from '../panel';
import { maxAreaKm2 } from './area';
import classes from './area.module.css';

/** Explains the simulation in steps. */
export function HowTo() {
  return (
    <Panel compact title="How to use">
      <Text component="ol" size="sm" className={classes.steps ?? ''}>
        <li>Choose 'Draw Selection Area', then drag on the map or click two opposite corners.</li>
        <li>Or click one of the sample areas on the map or in the list above.</li>
        <li>Keep the area within {maxAreaKm2.toLocaleString('en-US')}&nbsp;km², about 60&nbsp;km by 60&nbsp;km.</li>
        <li>Choose 'Run SLEUTH Simulation', then play the coming years on the map.</li>
      </Text>
    </Panel>
  );
}
