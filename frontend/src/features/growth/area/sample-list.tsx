import { Button, SimpleGrid } from '@mantine/core';
import { Panel } from '../panel';
import { sampleAreas, type Area } from './area';

/** The sample areas as a list, for keyboard and screen reader users. */
export function SampleList({ onSample }: { readonly onSample: (area: Area) => void }) {
  return (
    <Panel compact title="Sample areas" note="Their layers are generated sample data, not survey data.">
      <SimpleGrid cols={2} spacing="xs">
        {sampleAreas.map((sample) => (
          <Button key={sample.name} size="xs" variant="default" onClick={() => onSample(sample.area)}>
            {sample.name}
          </Button>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
