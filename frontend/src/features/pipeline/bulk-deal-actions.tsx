import { Button, Menu, Text } from '@mantine/core';
import { IconArrowRight, IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dealStagesQuery, dealTagsQuery } from '../../api/queries/deals';
import { peopleQuery } from '../../api/queries/people';
import { AskDialog } from '../../ui/ask-dialog';
import { AssignMenu } from '../../ui/assign-menu';
import { InMore } from '../../ui/more-actions';
import { TagButtons } from '../../ui/tag-buttons';
import { batchesFor, useChangeDeals, type Change, type DealKey } from './api';
import { useMoveDeals } from './use-move-deals';

interface BulkDealActionsProps {
  /** Of one project or of several. */
  readonly deals: readonly DealKey[];
}

/** 'Set stage', 'Assign', 'Next step' and tags for the selected deals. Each project has stages of its own, so deals of several cannot be moved together. */
export function BulkDealActions({ deals }: BulkDealActionsProps) {
  const people = useQuery(peopleQuery);
  const { change, isPending } = useChangeDeals();
  const [stepping, setStepping] = useState(false);
  const look = { size: 'compact-sm', variant: 'default', loading: isPending } as const;
  const [project, ...others] = new Set(deals.map(({ project_id }) => project_id));
  const tags = useQuery(dealTagsQuery);
  const save = (what: Change, done: string) => void change(batchesFor(deals, what), done);

  return (
    <>
      {project !== undefined && others.length === 0 && (
        <StageMenu key={project} projectId={project} propertyIds={deals.map(({ property_id }) => property_id)} />
      )}
      {others.length > 0 && (
        <InMore ifNarrow>
          <Text size="sm" c="dimmed">
            Of {others.length + 1} projects: stages are set in one project at a time.
          </Text>
        </InMore>
      )}
      <InMore ifNarrow>
        <AssignMenu people={people} loading={isPending} withNobody onAssign={(assigned_to, done) => save({ assigned_to }, done)} />
      </InMore>
      <InMore>
        <Button {...look} leftSection={<IconCalendar size={16} aria-hidden />} onClick={() => setStepping(true)}>
          Next step
        </Button>
        <TagButtons known={tags.data?.tags} loading={isPending} onTag={({ kind, tags }, done) => save({ [kind]: tags }, done)} />
      </InMore>
      {stepping && (
        <AskDialog
          title="Next step"
          text={{ label: 'What is next', maxLength: 200 }}
          day={{ label: 'On' }}
          onClose={() => setStepping(false)}
          onSave={(text, day) => {
            setStepping(false);
            save({ next_step: text || null, next_step_on: day }, 'Next step saved');
          }}
        />
      )}
    </>
  );
}

interface StageMenuProps {
  readonly projectId: string;
  readonly propertyIds: readonly string[];
}

function StageMenu({ projectId, propertyIds }: StageMenuProps) {
  const stages = useQuery(dealStagesQuery(projectId));
  const { move, dialog, isPending } = useMoveDeals(projectId);
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={isPending} leftSection={<IconArrowRight size={16} aria-hidden />}>
            Set stage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {stages.isError && <Menu.Label>The stages could not be loaded.</Menu.Label>}
          {stages.data?.map((stage) => (
            <Menu.Item key={stage.stage_id} onClick={() => move(propertyIds, stage)}>
              {stage.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
