import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { growthRunsQuery } from '../../../api/queries/growth';
import { currentUserId } from '../../../lib/session';
import { hasEnded } from '../api/types';
import { Panel } from '../panel';
import { areaName } from '../../../lib/growth-words';

/** Tells a returning user about a run in progress that is not in the URL. */
export function RunUnderWay({ onShow }: { readonly onShow: (runId: string) => void }) {
  const runs = useQuery(growthRunsQuery('prediction'));
  const own = runs.data?.find((run) => !hasEnded(run) && run.created_by === currentUserId());
  if (!own) return null;
  return (
    <Panel compact label="Simulation under way">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">Your simulation of {own.layers ? areaName(own) : 'an area'} is under way.</Text>
        <Button size="xs" variant="default" style={{ flexShrink: 0 }} onClick={() => onShow(own.run_id)}>
          Show
        </Button>
      </Group>
    </Panel>
  );
}
