import { Text, UnstyledButton } from '@mantine/core';
import { useSyncExternalStore, type KeyboardEvent } from 'react';
import { useSearchParams } from 'react-router';
import { chooseProjectTab, currentProjectTab, onProjectTab, type ProjectTab } from '../../lib/project-tabs';
import classes from './shell.module.css';

const tabs: readonly { readonly value: ProjectTab; readonly label: string }[] = [
  { value: 'map', label: 'Map' },
  { value: 'properties', label: 'Properties' },
  { value: 'pipeline', label: 'Pipeline' },
];

/** The project's name from the URL. */
export function useProjectName(): string {
  const [parameters] = useSearchParams();
  return parameters.get('project_name')?.trim() || 'Project';
}

/** On /project: the project's name and its tabs. */
export function ProjectBar({ height }: { readonly height: number }) {
  const name = useProjectName();
  const current = useSyncExternalStore(onProjectTab, currentProjectTab);

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const step = event.key === 'ArrowRight' ? 1 : tabs.length - 1;
    const next = (tabs.findIndex(({ value }) => value === current) + step) % tabs.length;
    chooseProjectTab(tabs[next]?.value ?? 'map');
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div className={classes.bar} style={{ height }}>
      <Text fw={600} className={classes.name ?? ''} lh={`${height}px`} maw="50%" style={{ flex: '0 1 auto' }}>
        {name}
      </Text>
      <div role="tablist" aria-label="Project" className={classes.tabs ?? ''} onKeyDown={move}>
        {tabs.map(({ value, label }) => (
          <UnstyledButton
            key={value}
            role="tab"
            aria-selected={value === current}
            tabIndex={value === current ? 0 : -1}
            className={classes.tab ?? ''}
            onClick={() => chooseProjectTab(value)}
          >
            {label}
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}
