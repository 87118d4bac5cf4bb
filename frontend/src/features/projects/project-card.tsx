import { ActionIcon, Badge, Group, Menu, Paper, Progress, Text, Title } from '@mantine/core';
import { IconDots, IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { date, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import type { CardProps } from '../../ui/card-list';
import { SelectBox } from '../../ui/select-box';
import type { Selection } from '../../ui/use-selection';
import type { Project } from './api';
import classes from './projects.module.css';
import { defaultProgress, statusView } from './status';

interface ProjectCardProps {
  readonly project: Project;
  readonly article: CardProps;
  readonly selection: Selection<Project>;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** A project; X selects it. The card links to its map; checkbox and menu are on top of the link. */
export function ProjectCard({ project, article, selection, onEdit, onDelete }: ProjectCardProps) {
  const { project_id, project_name, description, category, created_at, property_count } = project;
  const status = statusView(project.status);
  // Older responses may lack it, whatever the type says.
  const progress = (project.progress as number | undefined) ?? defaultProgress;
  const place = placeOf(project);
  return (
    <Paper
      component="article"
      aria-label={project_name}
      withBorder
      className={classes.card ?? ''}
      data-selected={selection.has(project) || undefined}
      tabIndex={-1}
      onKeyDown={(event) => {
        // From the link, which is the card's tab stop; Enter and the arrows are the browser's.
        if (event.key.toLowerCase() !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        selection.toggle(project, event.shiftKey);
      }}
      {...article}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Title order={2} size="h4" className={classes.title ?? ''}>
          <Link to={paths.map(project_id)} className={classes.stretched}>
            {project_name}
          </Link>
        </Title>
        <Group gap={4} wrap="nowrap" className={classes.menu ?? ''}>
          <SelectBox selection={selection} row={project} name={project_name} />
          <CardMenu name={project_name} onEdit={onEdit} onDelete={onDelete} />
        </Group>
      </Group>
      <Group gap="xs">
        <Badge variant="light" color={status.color} className={classes.badge ?? ''}>
          {status.label}
        </Badge>
        <Text size="sm" c="dimmed" truncate flex={1}>
          {category}
        </Text>
      </Group>
      <Text size="sm" lineClamp={2} className={classes.description ?? ''}>
        {description}
      </Text>
      <Text size="sm" c="dimmed" component="div" className={classes.place ?? ''} title={place}>
        <IconMapPin size={16} stroke={1.5} aria-hidden />
        <span>{place}</span>
      </Text>
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm" c="dimmed">
            {property_count === 1 ? '1 property' : `${grouped(property_count)} properties`}
          </Text>
          <Text size="sm" className="tabular">
            {progress}%
          </Text>
        </Group>
        <Progress value={progress} color="ink" size="sm" aria-label={`Progress of ${project_name}`} />
      </div>
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
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function CardMenu({ name, onEdit, onDelete }: CardMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Menu of ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
