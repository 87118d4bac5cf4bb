import { Anchor, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { campaignPreviewQuery } from '../../api/queries/campaigns';
import { counted, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { currentEmail } from '../../lib/session';
import { useFocusBack } from '../../ui/focus-back';
import { QueryFailure } from '../../ui/query-panel';
import type { Project } from './api';

/** Most contacts of one message. */
const most = 500;

interface MailOwnersDialogProps {
  readonly projects: readonly Project[];
  readonly onClose: () => void;
}

/** How many owners of each project can be written to; opens a message to all of them, each once, or to those of one project. */
export function MailOwnersDialog({ projects, onClose }: MailOwnersDialogProps) {
  useFocusBack();
  const navigate = useNavigate();
  const previews = useQueries({
    queries: projects.map(({ project_id }) => campaignPreviewQuery({ project_id, subject: '', body: '' })),
  });
  const reachable = previews.map(({ data }) => data?.recipients.filter(({ email, suppressed }) => email && !suppressed));
  const contactIds = [...new Set(reachable.flatMap((people = []) => people.map(({ contact_id }) => contact_id)))];
  const failed = previews.find(({ isError }) => isError);
  const isCounting = reachable.includes(undefined);

  return (
    <Modal opened onClose={onClose} title={`E-mail the owners of ${counted(projects.length, 'project')}`} size="lg">
      <Stack>
        {failed && <QueryFailure query={failed} sentence="The owner contacts could not be counted." />}
        <Table aria-label="Owners of the selected projects">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Project</Table.Th>
              <Table.Th ta="right">Properties</Table.Th>
              <Table.Th ta="right">Owner contacts</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {projects.map(({ project_id, project_name, property_count }, index) => (
              <Table.Tr key={project_id}>
                <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                  <Anchor component={Link} to={paths.emailCampaign(project_id, { email: currentEmail() })} size="sm">
                    {project_name}
                  </Anchor>
                </Table.Th>
                <Table.Td ta="right" className="tabular">
                  {grouped(property_count)}
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {reachable[index] ? grouped(reachable[index].length) : '…'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          A message to the owners of several projects has no merge fields of properties. The name of a project opens one to its owners only.
        </Text>
        <Group justify="space-between">
          <Text fw={600} role="status">
            {isCounting ? 'Counting' : `${counted(contactIds.length, 'person', 'people')} can be written to`}
            {contactIds.length > most && `, at most ${most} at once`}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={isCounting || contactIds.length === 0 || contactIds.length > most}
              onClick={() => void navigate(paths.emailContacts, { state: { contactIds } })}
            >
              Write the message
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
