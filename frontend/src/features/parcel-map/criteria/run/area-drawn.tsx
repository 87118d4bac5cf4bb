import { Group, Text } from '@mantine/core';
import { AreaPad, DrawnArea } from './area-drawing';
import { DrawButton } from './draw-button';
import type { AreaState } from './use-area-choice';

/** Below the choice of an area: draws one, and says whether it is drawn. */
export function AreaDrawn({ state }: { readonly state: AreaState }) {
  const { choice, drawn, drawing, draw, endDrawing, onDrawn } = state;
  return (
    <>
      {choice === 'drawn' && (
        <Group gap="xs" justify="space-between">
          <Text size="xs" c="dimmed" role="status">
            {drawing ? 'Drag around the area on the map. Esc ends.' : drawn ? 'The area is drawn on the map.' : 'No area is drawn yet.'}
          </Text>
          <DrawButton drawn={drawn !== undefined} drawing={drawing} onDraw={draw} />
        </Group>
      )}
      {drawing && <AreaPad onDrawn={onDrawn} onEnd={endDrawing} />}
      {choice === 'drawn' && drawn && <DrawnArea area={drawn} />}
    </>
  );
}
