import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../api/client';
import { projectCriteriaQuery } from '../../../../api/queries/site-search';
import { useNotice } from '../../../../ui/dialogs';
import type { ProjectCriteria, SearchRun } from '../types';
import { keepDraft } from '../use-draft';

/**
 * A way to search without the wishes of which nothing is known in the area: they make every parcel uncertain alike, and with half of the weight
 * none is ranked. The criteria open without them; nothing is saved or run yet.
 */
export function LeaveOut({ run, onCriteria }: { readonly run: SearchRun; readonly onCriteria: () => void }) {
  const cache = useQueryClient();
  const notice = useNotice();
  const { counts, criteria } = run;
  const missing = new Set(run.missing_layers.map(({ fact }) => fact));
  const known = criteria.wishes.filter(({ fact }) => !missing.has(fact));
  const left = criteria.wishes.length - known.length;
  if (left === 0 || known.length === 0) return null;

  async function leaveOut(): Promise<void> {
    try {
      const saved = (await cache.query(projectCriteriaQuery(run.project_id))) as ProjectCriteria;
      keepDraft(saved, { ...criteria, wishes: known });
      onCriteria();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The criteria could not be loaded. Please try again.'));
    }
  }

  return (
    <Group gap="xs" justify="space-between" wrap="nowrap" mt={2}>
      <Text size="xs">
        {counts?.fit === 0 && counts.low_certainty > 0
          ? 'None is ranked, because less than half of the weight is on known facts.'
          : 'What is unknown everywhere only makes scores uncertain.'}
      </Text>
      <Button size="compact-xs" variant="default" style={{ flexShrink: 0 }} onClick={() => void leaveOut()}>
        {left === 1 ? 'Leave Out This Wish' : `Leave Out ${left} Wishes`}
      </Button>
    </Group>
  );
}
