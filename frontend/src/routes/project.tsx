import { Button, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PropertiesList } from '../features/property/properties-list';
import { paths } from '../lib/paths';
import { chooseProjectTab, currentProjectTab, onProjectTab } from '../lib/project-tabs';
import { currentEmail } from '../lib/session';
import { Page } from '../ui/page';
import { ProjectMap } from './map';

/** The project's two tabs, selected in the header. */
export default function ProjectPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const tab = useSyncExternalStore(onProjectTab, currentProjectTab);
  const projectId = query.get('project_id');
  if (!projectId) return <Text p="md">Loading project...</Text>;
  if (tab === 'map') return <ProjectMap key={projectId} projectId={projectId} />;
  const email = currentEmail();
  return (
    <div style={{ height: '100%', overflowY: 'auto', padding: 'var(--mantine-spacing-md)' }}>
      <Page
        title="Properties"
        actions={
          <Button
            component={Link}
            to={paths.emailCampaign(projectId, { email })}
            leftSection={<IconMail size={16} aria-hidden />}
            variant="default"
          >
            Email Campaign
          </Button>
        }
      >
        <PropertiesList
          projectId={projectId}
          email={email}
          onOpen={(parcelNumber) => void navigate(paths.property(parcelNumber, { project_id: projectId, email }))}
          onGoToMap={() => chooseProjectTab('map')}
        />
      </Page>
    </div>
  );
}
