import { Anchor, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { Link } from 'react-router';
import { date } from '../../../../lib/format';
import { paths } from '../../../../lib/paths';
import type { SearchRun } from '../types';
import { useProjectStanding } from './use-project-standing';
import { judgedNowWords, standingLine, standingWords, sureness } from './words';

interface Props {
  readonly projectId: string;
  /** Of a parcel or a site. */
  readonly llUuid: string;
}

/** How a property's parcel or site stands in the newest finished search of the project; nothing if it is not part of one. */
export function ProjectStanding({ projectId, llUuid }: Props) {
  const standing = useProjectStanding(projectId, llUuid);
  if (!standing) return null;
  const { run, explanation } = standing;
  const words = [standingWords(explanation, run), sureness(explanation.result), judgedNowWords(explanation)];
  return (
    <Text size="sm" c="dimmed">
      {words.filter(Boolean).join(' ')} <RunLink projectId={projectId} run={run} />
    </Text>
  );
}

/** The same in a row or on a card, requested when it comes into view. */
export function StandingLine({ projectId, llUuid }: Props) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const standing = useProjectStanding(projectId, llUuid, inViewport);
  return (
    <div ref={ref}>
      {standing && (
        <Text size="xs" c="dimmed">
          {standingLine(standing.explanation)} <RunLink projectId={projectId} run={standing.run} />
        </Text>
      )}
    </div>
  );
}

/** To the results on the map; a row around it is not opened. */
function RunLink({ projectId, run: { run_id, finished_at } }: { readonly projectId: string; readonly run: SearchRun }) {
  return (
    <Anchor component={Link} to={paths.runOnMap(projectId, run_id)} inherit underline="always" onClick={(event) => event.stopPropagation()}>
      Run of {date(finished_at)}
    </Anchor>
  );
}
