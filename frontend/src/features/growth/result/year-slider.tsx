import { ActionIcon, Slider, Text, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import classes from './result.module.css';
import type { Player } from './use-player';

interface Props {
  readonly first: number;
  readonly last: number;
  readonly player: Player;
  /** Note on the selected year. */
  readonly note?: string;
}

/** Plays growth year by year, or shows one year. Arrow keys step. */
export function YearSlider({ first, last, player, note }: Props) {
  const verb = player.playing ? 'Pause' : 'Play growth';
  return (
    <div className={classes.years}>
      <Tooltip label={verb}>
        <ActionIcon size="lg" variant="filled" aria-label={verb} onClick={player.toggle}>
          {player.playing ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Text size="sm" className="tabular" c="dimmed">
        {first}
      </Text>
      <Slider min={first} max={last} step={1} value={player.year} onChange={player.show} label={null} thumbLabel="Year" />
      <div className={classes.year} aria-live={player.playing ? 'off' : 'polite'}>
        <Text size="lg" fw={600} lh="inherit" className="tabular" data-testid="year">
          {player.year}
        </Text>
        {note !== undefined && (
          <Text size="xs" c="dimmed" lh="inherit" className="tabular">
            {note}
          </Text>
        )}
      </div>
    </div>
  );
}
