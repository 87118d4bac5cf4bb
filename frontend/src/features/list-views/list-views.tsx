import { Badge, Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconLayoutList, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listViewsQuery } from '../../api/queries/list-views';
import { useConfirm } from '../../ui/dialogs';
import { QueryFailure } from '../../ui/query-panel';
import { useChangeViews } from './api';
import { SaveViewModal } from './save-view-modal';
import { sameSettings, type ListView, type ViewSettings } from './settings';

interface ListViewsProps {
  /** What the list shows. */
  readonly settings: ViewSettings;
  /** What it shows without a view. */
  readonly plain: ViewSettings;
  readonly onApply: (settings: ViewSettings) => void;
  /** Id of the view that the page's address names. */
  readonly named?: string | null;
}

/** The menu of a list's saved views: choose, save, reset, delete. It begins with the named view, else with the person's default. */
export function ListViews({ settings, plain, onApply, named = null }: ListViewsProps) {
  const { place } = settings;
  const views = useQuery(listViewsQuery(place));
  const { create, update, remove, begin } = useChangeViews();
  const confirm = useConfirm();
  const [currentId, setCurrentId] = useState<string>();
  const [naming, setNaming] = useState(false);
  const current = views.data?.find(({ view_id }) => view_id === currentId);
  const saved = current?.settings ?? plain;
  const isModified = !sameSettings(settings, saved);

  function show(view: ListView | undefined): void {
    setCurrentId(view?.view_id);
    onApply(view?.settings ?? plain);
  }

  /** The name that was begun with; undefined before the views are known. */
  const begun = useRef<string | null>(undefined);
  const beginWith = useEffectEvent((loaded: readonly ListView[]) => {
    const readable = loaded.filter(({ settings: kept }) => kept !== null);
    const asked = readable.find(({ view_id }) => view_id === named);
    const usual = readable.find(({ is_default }) => is_default);
    if (asked) show(asked);
    // Whoever has searched already keeps what they see.
    else if (usual && sameSettings(settings, plain)) show(usual);
  });
  useEffect(() => {
    if (begun.current === named || !views.data) return;
    begun.current = named;
    beginWith(views.data);
  }, [views.data, named]);

  async function deleteView(view: ListView): Promise<void> {
    const whose = view.is_shared ? ' for everyone in the firm' : '';
    const sure = await confirm({ sentence: `Delete the view '${view.name}'${whose}?`, confirm: 'Delete', cancel: 'Keep' });
    if (sure) remove.mutate(view.view_id, { onSuccess: () => setCurrentId(undefined) });
  }

  function saveAs(name: string, isShared: boolean): void {
    create.mutate(
      { name, is_shared: isShared, settings },
      {
        onSuccess: ({ view_id }) => {
          setCurrentId(view_id);
          setNaming(false);
        },
      },
    );
  }

  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconLayoutList size={18} stroke={1.5} aria-hidden />}>
            {current?.name ?? 'Views'}
            {isModified && ' '}
            {isModified && (
              <Text span size="sm" c="dimmed" ml={6}>
                (modified)
              </Text>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          <QueryFailure query={views} sentence="The views could not be loaded." />
          <Menu.Item leftSection={<Mark shown={!current} />} onClick={() => show(undefined)}>
            No view
          </Menu.Item>
          {views.data?.map((view) => (
            <ViewItem key={view.view_id} view={view} isCurrent={view === current} onShow={() => show(view)} />
          ))}
          <Menu.Divider />
          {current && isModified && current.may_change && (
            <Menu.Item
              onClick={() =>
                update.mutate({
                  view_id: current.view_id,
                  version: current.version,
                  name: current.name,
                  is_shared: current.is_shared,
                  settings,
                })
              }
            >
              Save changes
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setNaming(true)}>Save as...</Menu.Item>
          {isModified && <Menu.Item onClick={() => onApply(saved)}>Reset</Menu.Item>}
          {current && (
            <Menu.Item onClick={() => begin.mutate({ place, view_id: current.is_default ? null : current.view_id })}>
              {current.is_default ? 'Do not begin with this view' : 'Begin with this view'}
            </Menu.Item>
          )}
          {current?.may_change && (
            <Menu.Item color="red" onClick={() => void deleteView(current)}>
              Delete view
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && <SaveViewModal saving={create.isPending} onClose={() => setNaming(false)} onSave={saveAs} />}
    </>
  );
}

interface ViewItemProps {
  readonly view: ListView;
  readonly isCurrent: boolean;
  readonly onShow: () => void;
}

function ViewItem({ view, isCurrent, onShow }: ViewItemProps) {
  const isBroken = view.settings === null;
  return (
    <Menu.Item
      leftSection={<Mark shown={isCurrent} />}
      rightSection={
        <>
          {view.is_default && <IconStarFilled size={14} role="img" aria-label="Begins with it" />}
          {view.is_shared && (
            <Badge size="xs" variant="light" color="ink" ml={6}>
              Firm
            </Badge>
          )}
        </>
      }
      disabled={isBroken}
      onClick={onShow}
    >
      {view.name}
      {isBroken && (
        <Text size="xs" c="dimmed">
          It cannot be read any more.
        </Text>
      )}
    </Menu.Item>
  );
}

const Mark = ({ shown }: { readonly shown: boolean }) =>
  shown ? <IconCheck size={16} role="img" aria-label="Shown" /> : <span style={{ width: 16 }} />;
