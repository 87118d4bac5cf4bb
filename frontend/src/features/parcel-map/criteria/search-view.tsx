import { Loader, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectCriteriaQuery } from '../../../api/queries/site-search';
import { QueryPanel } from '../../../ui/query-panel';
import { useMapPage } from '../map-page';
import { CriteriaPanel } from './panel/criteria-panel';
import { ResultsPanel } from './results/results-panel';
import { fitWhenEnded } from './results/use-fit-once';
import { RunList } from './run/run-list';
import type { ProjectCriteria } from './types';
import { useSearchPage } from './use-search-page';

type Part = 'criteria' | 'results' | 'runs';

/** The search of a project: its criteria, the results of a run, and the runs. */
export function SearchView() {
  const { projectId } = useMapPage();
  const page = useSearchPage();
  const [part, setPart] = useState<Part>(page.run === undefined ? 'criteria' : 'results');
  const criteria = useQuery({
    ...projectCriteriaQuery(projectId),
    select: (answer) => answer as ProjectCriteria,
    enabled: part === 'criteria',
  });

  function show(runId: string | undefined): void {
    page.show(runId);
    setPart(runId === undefined ? 'runs' : 'results');
  }

  function start(runId: string): void {
    fitWhenEnded(runId);
    show(runId);
  }

  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        style={{ flexShrink: 0 }}
        aria-label="Part of the search"
        data={[
          { value: 'criteria', label: 'Criteria' },
          { value: 'results', label: 'Results' },
          { value: 'runs', label: 'Runs' },
        ]}
        value={part}
        onChange={(next) => setPart(next)}
      />
      {part === 'criteria' && (
        <QueryPanel
          query={criteria}
          failure="The criteria could not be loaded."
          pending={<Loader size="sm" role="progressbar" aria-label="Loading the criteria" />}
        >
          {(saved) => <CriteriaPanel key={projectId} saved={saved} onStarted={start} />}
        </QueryPanel>
      )}
      {part === 'results' &&
        (page.run === undefined ? (
          <Text size="sm">No search is shown. Run one from the criteria, or choose one of the runs.</Text>
        ) : (
          <ResultsPanel
            key={page.run}
            runId={page.run}
            beside={page.beside}
            onCriteria={() => setPart('criteria')}
            onEndComparing={page.endComparing}
          />
        ))}
      {part === 'runs' && (
        <RunList
          projectId={projectId}
          shown={page.run}
          onShow={show}
          onCompare={(later, earlier) => {
            page.compare(later, earlier);
            setPart('results');
          }}
        />
      )}
    </>
  );
}
