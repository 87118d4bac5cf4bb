/** The editor's header: back, title, save state, zoom, edit and save. Presentational only. */
import { ActionIcon, Button, Group, Loader, Text, Title, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconDeviceFloppy, IconPencil, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { canZoom } from './zoom';
import notices from './letter-notices.module.css';
import classes from './letter.module.css';

interface LetterBarProps {
  zoom: number;
  editing: boolean;
  /** Save state of the draft. */
  state: string;
  saving: boolean;
  loading: boolean;
  /** The menu of versions. */
  versions?: React.ReactNode;
  /** Called when pointer or focus reaches the bar, to preload what it may need. */
  onNear?: () => void;
  onBack: () => void;
  onZoom: (direction: 1 | -1) => void;
  onToggleEdit: () => void;
  onSave: () => void;
}

export function LetterBar({
  zoom,
  editing,
  state,
  saving,
  loading,
  versions,
  onNear,
  onBack,
  onZoom,
  onToggleEdit,
  onSave,
}: LetterBarProps) {
  return (
    <header className={classes['bar']} onPointerEnter={onNear} onFocus={onNear}>
      <Tooltip label="Go back to property details">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Back" onClick={onBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
      </Tooltip>
      <Title order={1} size="h4" className={classes['title']}>
        Letter of Intent Editor
      </Title>
      <Text size="sm" c="dimmed" role="status" className={notices['state']}>
        {saving ? 'Saving the PDF…' : state}
      </Text>
      <Group gap={4} wrap="nowrap" className={classes['actions']} role="toolbar" aria-label="Letter">
        <Tool label="Zoom out" disabled={!canZoom(zoom, -1)} onClick={() => onZoom(-1)}>
          <IconZoomOut size={20} />
        </Tool>
        <Text size="sm" className={classes['zoom']} aria-live="polite">
          {Math.round(zoom * 100)}%
        </Text>
        <Tool label="Zoom in" disabled={!canZoom(zoom, 1)} onClick={() => onZoom(1)}>
          <IconZoomIn size={20} />
        </Tool>
        <Tool label="Toggle edit" pressed={editing} disabled={loading || saving} onClick={onToggleEdit}>
          <IconPencil size={20} />
        </Tool>
        {versions}
        <Button
          ml={8}
          leftSection={saving ? <Loader size={16} color="currentColor" /> : <IconDeviceFloppy size={18} />}
          disabled={loading || saving}
          onClick={onSave}
        >
          Save
        </Button>
      </Group>
    </header>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Tool({ label, pressed, disabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="lg"
        variant={pressed ? 'filled' : 'subtle'}
        color={pressed ? undefined : 'gray'}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        disabled={disabled ?? false}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
