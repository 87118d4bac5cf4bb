import { Button, Menu } from '@mantine/core';
import { IconCategory, IconProgress } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { projectFiltersQuery } from '../../api/queries/projects';
import { AskDialog } from '../../ui/ask-dialog';
import { useNotice } from '../../ui/dialogs';
import { useChangeProjects } from './api';
import { statusView } from './status';

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
  const { set, isPending } = useSetLabel(ids);
  const [asking, setAsking] = useState<Label>();
  const look = { size: 'compact-sm', variant: 'default', loading: isPending, disabled: tooMany !== undefined, title: tooMany } as const;
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

/** Sets a label of projects; projects that nobody changed since can be set back. */
function useSetLabel(ids: readonly string[]) {
  const notice = useNotice();
  const { mutateAsync, isPending } = useChangeProjects();
  async function set(label: Label, value: string): Promise<void> {
    try {
      const { changed, left } = await mutateAsync(ids.map((project_id) => ({ project_id, [label]: value })));
      const of = changed.length === 1 ? '1 project' : `${changed.length} projects`;
      const lost = left.length === 0 ? '' : ` Deleted meanwhile: ${left.length}.`;
      notice.undo(`${label === 'status' ? 'Status' : 'Category'} of ${of}: ${shown(label, value)}.${lost}`, async () => {
        const back = changed.map(({ project_id, before, after }) => ({ project_id, [label]: before[label], expected: after }));
        const kept = (await mutateAsync(back)).left.length;
        if (kept > 0) notice.alert(`Changed by others meanwhile, and left as it is: ${kept} of ${back.length}.`);
      });
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The projects could not be changed.'));
    }
  }
  return { set, isPending };
}
