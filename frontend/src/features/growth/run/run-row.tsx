import { ActionIcon, Anchor, Badge, Button, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconColumns2, IconTrash } from '@tabler/icons-react';
import { sentenceOf } from '../../../api/client';
import { dateTime } from '../../../lib/format';
import { useConfirm, useNotice } from '../../../ui/dialogs';
import { useRemoveRun } from '../api/runs';
import { hasEnded, type GrowthRun } from '../api/types';
import classes from './run.module.css';
import { areaName, coefficientsOf, yearsOf } from '../../../lib/growth-words';

const states = {
  queued: ['Queued', 'gray'],
  preparing: ['Preparing', 'blue'],
  running: ['Running', 'blue'],
  succeeded: ['Finished', 'green'],
  failed: ['Failed', 'red'],
  cancelled: ['Cancelled', 'gray'],
} as const;

interface Props {
  readonly run: GrowthRun;
  readonly shown: boolean;
  readonly comparable: boolean;
  readonly onShow: () => void;
  readonly onBeside: () => void;
  readonly onRemoved: () => void;
}

/** One earlier run. */
export function RunRow({ run, shown, comparable, onShow, onBeside, onRemoved }: Props) {
  const remove = useRemoveRun();
  const confirm = useConfirm();
  const notice = useNotice();
  const name = areaName(run);
  const [state, colour] = states[run.state];

  async function ask(): Promise<void> {
    const sentence = `Are you sure you want to remove the simulation of ${name}? Its image and figures are removed too.`;
    if (!(await confirm({ sentence, confirm: 'Remove', cancel: 'Keep' }))) return;
    remove.mutate(run.run_id, {
      onSuccess: onRemoved,
      onError: (reason) => notice.alert(sentenceOf(reason, 'The simulation could not be removed.')),
    });
  }

  return (
    <Table.Tr aria-current={shown ? 'true' : undefined} className={shown ? (classes.shown ?? '') : ''}>
      <Table.Td>
        <Anchor component="button" type="button" size="sm" fw={500} className={classes.name ?? ''} onClick={onShow}>
          {name}
        </Anchor>
        {run.layers?.is_sample && (
          <Text size="xs" c="dimmed" lh={1.3}>
            Sample data
          </Text>
        )}
      </Table.Td>
      <Table.Td>{yearsOf(run)}</Table.Td>
      <Table.Td ta="right">{run.iterations}</Table.Td>
      <Table.Td>{coefficientsOf(run)}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={colour}>
          {state}
        </Badge>
      </Table.Td>
      <Table.Td>{dateTime(run.created_at)}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {comparable && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={`Compare ${name} side by side`}
              leftSection={<IconColumns2 size={16} aria-hidden />}
              onClick={onBeside}
            >
              Compare
            </Button>
          )}
          {hasEnded(run) && (
            <Tooltip label="Remove">
              <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} loading={remove.isPending} onClick={() => void ask()}>
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
