import { Button, Modal, Stack, Table, Text } from '@mantine/core';
import { counted, grouped } from '../../lib/format';
import { useFocusBack } from '../../ui/focus-back';
import type { Project } from './api';
import { useNewLetters } from './use-new-letters';

interface MakeLettersDialogProps {
  readonly projects: readonly Project[];
  readonly onClose: () => void;
}

/** How many properties each project has; opens 'Create LOIs' for those of one: its prices, template and terms are for these. */
export function MakeLettersDialog({ projects, onClose }: MakeLettersDialogProps) {
  useFocusBack();
  const letters = useNewLetters();
  const properties = projects.reduce((sum, { property_count }) => sum + property_count, 0);
  return (
    <Modal opened onClose={onClose} title={`Create LOIs in ${counted(projects.length, 'project')}`} size="lg">
      <Stack>
        <Table aria-label="Properties of the selected projects">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Project</Table.Th>
              <Table.Th ta="right">Properties</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {projects.map((project) => (
              <Table.Tr key={project.project_id}>
                <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                  {project.project_name}
                </Table.Th>
                <Table.Td ta="right" className="tabular">
                  {grouped(project.property_count)}
                </Table.Td>
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={project.property_count === 0}
                    loading={letters.isPending && letters.variables.project_id === project.project_id}
                    aria-label={`Create LOIs in ${project.project_name}`}
                    onClick={() => letters.mutate(project)}
                  >
                    Create LOIs
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          {counted(properties, 'property', 'properties')} in all. Letters are made in one project at a time.
        </Text>
      </Stack>
    </Modal>
  );
}
