import { Button, Menu } from '@mantine/core';
import { IconArrowRight, IconCalendar, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dealStagesQuery } from '../../api/queries/deals';
import { peopleQuery } from '../../api/queries/people';
import { useChangeDeals, type DealStage } from './api';
import { TextDialog } from './text-dialog';

interface BulkDealActionsProps {
  readonly projectId: string;
  readonly propertyIds: readonly string[];
}

/** 'Set stage', 'Assign' and 'Next step' for the selected properties. */
export function BulkDealActions({ projectId, propertyIds }: BulkDealActionsProps) {
  const stages = useQuery(dealStagesQuery(projectId));
  const people = useQuery(peopleQuery);
  const { change, isPending } = useChangeDeals(projectId);
  const [dropTo, setDropTo] = useState<DealStage>();
  const [stepping, setStepping] = useState(false);
  const look = { size: 'compact-sm', variant: 'default', loading: isPending } as const;

  function setStage(stage: DealStage): void {
    if (stage.required_facts.includes('drop_reason')) setDropTo(stage);
    else void change(propertyIds, { stage_id: stage.stage_id }, `Moved to ${stage.name}`);
  }

  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button {...look} leftSection={<IconArrowRight size={16} aria-hidden />}>
            Set stage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {stages.isError && <Menu.Label>The stages could not be loaded.</Menu.Label>}
          {stages.data?.map((stage) => (
            <Menu.Item key={stage.stage_id} onClick={() => setStage(stage)}>
              {stage.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="top-start">
        <Menu.Target>
          <Button {...look} leftSection={<IconUser size={16} aria-hidden />}>
            Assign
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {people.isError && <Menu.Label>The people could not be loaded.</Menu.Label>}
          {people.data?.map(({ user_id, name }) => (
            <Menu.Item key={user_id} onClick={() => void change(propertyIds, { assigned_to: user_id }, `Assigned to ${name}`)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => void change(propertyIds, { assigned_to: null }, 'Assigned to nobody')}>Nobody</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button {...look} leftSection={<IconCalendar size={16} aria-hidden />} onClick={() => setStepping(true)}>
        Next step
      </Button>
      {stepping && (
        <TextDialog
          title="Next step"
          label="What is next"
          withDay
          maxLength={200}
          onClose={() => setStepping(false)}
          onSave={(text, day) => {
            setStepping(false);
            void change(propertyIds, { next_step: text || null, next_step_on: day }, 'Next step saved');
          }}
        />
      )}
      {dropTo && (
        <TextDialog
          title={`Move to ${dropTo.name}`}
          label="Reason"
          maxLength={500}
          onClose={() => setDropTo(undefined)}
          onSave={(reason) => {
            setDropTo(undefined);
            void change(propertyIds, { stage_id: dropTo.stage_id, drop_reason: reason || null }, `Moved to ${dropTo.name}`);
          }}
        />
      )}
    </>
  );
}
