import { Button, Menu } from '@mantine/core';
import { IconCategory, IconProgress } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../api/generated/main-api';
import { projectFiltersQuery } from '../../api/queries/projects';
import { AskDialog } from '../../ui/ask-dialog';
import { statusView } from './status';
import { useSetLabels } from './use-set-labels';

type Filters = components['schemas']['ProjectFilters'];
type Label = 'status' | 'category';

/** The statuses that have colours come first. */
const usual = ['active', 'planning', 'review'];

const menus = [
  {
    label: 'status',
    name: 'Status',
    icon: IconProgress,
    maxLength: 40,
    values: (known: Filters | undefined) => [...new Set([...usual, ...(known?.statuses ?? [])])],
  },
  {
    label: 'category',
    name: 'Category',
    icon: IconCategory,
    maxLength: 120,
    values: (known: Filters | undefined) => known?.categories ?? [],
  },
] as const;

const shown = (label: Label, value: string): string => (label === 'status' ? statusView(value).label : value);

interface LabelMenusProps {
  readonly ids: readonly string[];
  /** Why no change is possible. */
  readonly tooMany: string | undefined;
}

/** 'Status' and 'Category': a value that the firm's projects have, or another one. */
export function LabelMenus({ ids, tooMany }: LabelMenusProps) {
  const known = useQuery(projectFiltersQuery);
  const labels = useSetLabels(ids);
  const [asking, setAsking] = useState<Label>();
  const look = {
    size: 'compact-sm',
    variant: 'default',
    loading: labels.isPending,
    disabled: tooMany !== undefined,
    title: tooMany,
  } as const;
  const set = (label: Label, value: string) =>
    labels.set(
      { [label]: value },
      (before) => ({ [label]: before[label] }),
      (of) => `${label === 'status' ? 'Status' : 'Category'} of ${of}: ${shown(label, value)}`,
    );
  return (
    <>
      {menus.map(({ label, name, icon: Icon, maxLength, values }) => (
        <Menu key={label} position="top-start">
          <Menu.Target>
            <Button {...look} leftSection={<Icon size={16} aria-hidden />}>
              {name}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {values(known.data).map((value) => (
              <Menu.Item key={value} onClick={() => void set(label, value)}>
                {shown(label, value)}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => setAsking(label)}>Other…</Menu.Item>
          </Menu.Dropdown>
          {asking === label && (
            <AskDialog
              title={name}
              text={{ label: name, maxLength, required: true }}
              onClose={() => setAsking(undefined)}
              onSave={(value) => {
                setAsking(undefined);
                void set(label, value);
              }}
            />
          )}
        </Menu>
      ))}
    </>
  );
}
