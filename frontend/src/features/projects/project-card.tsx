import { ActionIcon, Badge, Group, Menu, Paper, Progress, Text, Title } from '@mantine/core';
import { IconCursorText, IconDots, IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { date, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import type { CardProps } from '../../ui/card-list';
import { EditField } from '../../ui/edit-field';
import { EditableText } from '../../ui/editable-cell';
import { Fact } from '../../ui/fact';
import { rowKeys } from '../../ui/row-keys';
import { SelectBox } from '../../ui/select-box';
import { TagLine } from '../../ui/tag-line';
import type { Selection } from '../../ui/use-selection';
import { useEditProject, type Project } from './api';
import { noDescription } from './project-form';
import classes from './projects.module.css';
import { moreFields, shownIn, type ProjectColumn } from './projects-view';
import { defaultProgress, statusView } from './status';

interface ProjectCardProps {
  readonly project: Project;
  readonly article: CardProps;
  /** Further fields. */
  readonly columns: readonly ProjectColumn[];
  readonly selection: Selection<Project>;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/**
 * A project; X selects it, E edits its name, the right arrow goes to the fields that Enter edits. The card links to its map; checkbox and menu
 * are on top of the link.
 */
export function ProjectCard({ project, article, columns, selection, onEdit, onDelete }: ProjectCardProps) {
  const { project_id, project_name, description, category, created_at, property_count } = project;
  const status = statusView(project.status);
  // Older responses may lack it, whatever the type says.
  const progress = (project.progress as number | undefined) ?? defaultProgress;
  const place = placeOf(project);
  const link = useRef<HTMLAnchorElement>(null);
  const [renaming, setRenaming] = useState(false);
  const edit = useEditProject();

  const edited = (field: 'status' | 'category' | 'description' | 'progress', label: string, value: string) => ({
    label: `${label} of ${project_name}`,
    value,
    onSave: (text: string) => edit(project, field, text, `${label} of ${project_name}`),
  });

  function endRename(byKey: boolean): void {
    // The link takes the focus again, once it is there.
    flushSync(() => setRenaming(false));
    if (byKey) link.current?.focus();
  }

  return (
    <Paper
      component="article"
      aria-label={project_name}
      withBorder
      className={classes.card ?? ''}
      data-selected={selection.has(project) || undefined}
      tabIndex={-1}
      {...article}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Title order={2} size="h4" className={classes.title ?? ''}>
          {renaming ? (
            <EditField
              label={`Name of ${project_name}`}
              value={project_name}
              onSave={(name) => edit(project, 'project_name', name, `Name of ${project_name}`)}
              onEnd={endRename}
            />
          ) : (
            // The card's tab stop; the browser follows it by Enter.
            <Link
              ref={link}
              to={paths.map(project_id)}
              className={classes.stretched}
              {...rowKeys({ selection, row: project, onRename: () => setRenaming(true) })}
            >
              {project_name}
            </Link>
          )}
        </Title>
        <Group gap={4} wrap="nowrap" className={classes.menu ?? ''}>
          <SelectBox selection={selection} row={project} name={project_name} />
          <CardMenu name={project_name} onRename={() => setRenaming(true)} onEdit={onEdit} onDelete={onDelete} />
        </Group>
      </Group>
      <Group gap="xs">
        <EditableText {...edited('status', 'Status', project.status)} className={classes.badge}>
          <Badge variant="light" color={status.color}>
            {status.label}
          </Badge>
        </EditableText>
        <EditableText {...edited('category', 'Type', category ?? '')} className={classes.category}>
          <Text size="sm" c="dimmed" truncate>
            {category}
          </Text>
        </EditableText>
      </Group>
      <EditableText {...edited('description', 'Description', description === noDescription ? '' : description)}>
        <Text size="sm" lineClamp={2} className={classes.description ?? ''}>
          {description}
        </Text>
      </EditableText>
      <Text size="sm" c="dimmed" component="div" className={classes.place ?? ''} title={place}>
        <IconMapPin size={16} stroke={1.5} aria-hidden />
        <span>{place}</span>
      </Text>
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm" c="dimmed">
            {property_count === 1 ? '1 property' : `${grouped(property_count)} properties`}
          </Text>
          <EditableText {...edited('progress', 'Progress in percent', String(progress))}>
            <Text size="sm" className="tabular">
              {progress}%
            </Text>
          </EditableText>
        </Group>
        <Progress value={progress} color="ink" size="sm" aria-label={`Progress of ${project_name}`} />
      </div>
      {columns.map((column) => (
        <Fact key={column} label={moreFields[column]}>
          {shownIn(column, project)}
        </Fact>
      ))}
      <TagLine tags={project.tags} />
      <Text size="xs" c="dimmed">
        Created {date(created_at)}
      </Text>
    </Paper>
  );
}

/** Submarket and market, whose names include their state; else the state. */
function placeOf({ submarket_name, market_name, state_name }: Project): string {
  return [submarket_name, market_name].filter(Boolean).join(' · ') || (state_name ?? '');
}

interface CardMenuProps {
  readonly name: string;
  readonly onRename: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function CardMenu({ name, onRename, onEdit, onDelete }: CardMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Menu of ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCursorText size={16} aria-hidden />} onClick={onRename}>
          Rename
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
