import { Button, Stack, Text } from '@mantine/core';
import { SourceLine } from '../../../ui/source-line';
import type { UnnumberedFeature } from '../api';

interface Props {
  readonly feature: UnnumberedFeature;
  readonly nearest: string | undefined;
  readonly onShow: (llUuid: string) => void;
}

/** Land that the county maps without a parcel number: what kind it is. */
export function LandContent({ feature, nearest, onShow }: Props) {
  return (
    <Stack gap="sm">
      {feature.description && <Text size="sm">{feature.description}</Text>}
      <SourceLine of={feature} />
      {nearest !== undefined && (
        <Button variant="default" onClick={() => onShow(nearest)}>
          Show the Nearest Parcel
        </Button>
      )}
    </Stack>
  );
}

/** A place of which nothing is known. */
export function NothingContent() {
  return <Text size="sm">No data found for this location.</Text>;
}
