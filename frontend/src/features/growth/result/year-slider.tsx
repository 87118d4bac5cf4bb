import { ActionIcon, Group, Slider, Text, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import classes from '../growth.module.css';
import type { Player } from './use-player';

interface Props {
  readonly first: number;
  readonly last: number;
  readonly player: Player;
}

/** Plays growth year by year, or shows one year. Arrow keys step. */
export function YearSlider({ first, last, player }: Props) {
  const verb = player.playing ? 'Pause' : 'Play growth';
  return (
    <Group gap="sm" wrap="nowrap" className={classes.years ?? ''}>
      <Tooltip label={verb}>
        <ActionIcon size="lg" variant="filled" aria-label={verb} onClick={player.toggle}>
          {player.playing ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Text size="sm" className={classes.number ?? ''} c="dimmed">
        {first}
      </Text>
      <Slider flex={1} min={first} max={last} step={1} value={player.year} onChange={player.show} label={null} thumbLabel="Year" />
      <Text size="lg" fw={600} className={classes.number ?? ''} data-testid="year" aria-live={player.playing ? 'off' : 'polite'}>
        {player.year}
      </Text>
    </Group>
  );
}
