import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAddressBook, IconBuilding, IconChartLine, IconMap2, IconPlus, type Icon } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dashboardQuery } from '../../api/queries/overview';
import { grouped, notAvailable } from '../../lib/format';
import { paths } from '../../lib/paths';
import { ActivityList } from '../../ui/activity-list';
import { Page } from '../../ui/page';
import { QueryFailure } from '../../ui/query-panel';
import { Value } from '../../ui/value';
import { CampaignFigures } from './campaign-figures';
import { MyWork } from './my-work';
import { OfferFigures } from './offer-figures';
import { Panel } from './panel';
import { PeopleFigures } from './people-figures';
import { StageFigures } from './stage-figures';

/** /dashboard: the firm's figures, latest activity, and quick actions. */
export function DashboardScreen() {
  const dashboard = useSuspenseQuery(dashboardQuery);
  const figures = dashboard.data;
  return (
    <Page title="Dashboard">
      <QueryFailure query={dashboard} sentence={noFigures} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="md">
        <Figure label="Total Contacts" icon={IconAddressBook} value={grouped(figures.total_contacts)} to={paths.contacts} />
        <Figure label="Companies" icon={IconBuilding} value={grouped(figures.companies)} to={paths.companies} />
        <Figure label="Active Projects" icon={IconMap2} value={grouped(figures.active_projects)} to={paths.projectsOf('active')} />
        <Figure
          label="Growth Rate"
          icon={IconChartLine}
          value={percentChange(figures.growth_rate)}
          note="Projects and properties added in 30 days, against the 30 before"
          to={paths.projects}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Panel title="Recent Activity">
          <ActivityList items={figures.recent_activity} />
        </Panel>
        <Stack gap="md">
          <QuickActions />
          <MyWork />
        </Stack>
      </SimpleGrid>
      <Stack mt="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <OfferFigures />
          <CampaignFigures />
        </SimpleGrid>
        <StageFigures />
        <PeopleFigures />
      </Stack>
    </Page>
  );
}

export const noFigures = 'The figures could not be loaded.';

/** Links that need no figures. */
export function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <Stack gap="xs" align="stretch">
        <Action to={paths.newProject} label="New Project" icon={IconPlus} />
        <Action to={paths.newContact} label="Add Contact" icon={IconAddressBook} />
        <Action to={paths.projects} label="Open Projects" icon={IconMap2} />
        <Action to={paths.growth} label="Predict Regional Growth" icon={IconChartLine} />
      </Stack>
    </Panel>
  );
}

/** '+12.5%'; 'N/A' when there was nothing to compare with. */
export function percentChange(value: number | null | undefined): string {
  if (value === null || value === undefined) return notAvailable;
  const rounded = Math.round(value * 10) / 10;
  return `${rounded > 0 ? '+' : ''}${grouped(rounded)}%`;
}

interface FigureProps {
  readonly label: string;
  readonly icon: Icon;
  readonly value: string;
  readonly note?: string;
  readonly to: string;
}

function Figure({ label, icon: Symbol, value, note, to }: FigureProps) {
  return (
    <Paper component={Link} to={to} withBorder p="md" bg="var(--surface)" c="inherit" td="none">
      <Text size="sm" c="dimmed" fw={500} style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
        {label}
        <Symbol size={18} stroke={1.5} aria-hidden />
      </Text>
      <Text fz={28} fw={650} lh="36px" mt={8} className="tabular">
        <Value>{value}</Value>
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  );
}

function Action({ to, label, icon: Symbol }: { readonly to: string; readonly label: string; readonly icon: Icon }) {
  return (
    <Button component={Link} to={to} variant="default" justify="flex-start" leftSection={<Symbol size={18} stroke={1.75} aria-hidden />}>
      {label}
    </Button>
  );
}
