import { Button, Popover, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUser, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { mainApi, unwrap } from '../../api/client';
import { paths } from '../../lib/paths';
import { currentEmail, currentFirstName, type Theme } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';
import classes from './shell.module.css';

const themes: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
];

/** The signed-in user, the theme, and a link to the profile. */
export function AccountMenu() {
  const [opened, popover] = useDisclosure(false);
  const notice = useNotice();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  async function choose(theme: Theme): Promise<void> {
    setColorScheme(theme);
    await unwrap(mainApi.PUT('/api/preferred_theme', { body: { preferred_theme: theme } })).catch(() =>
      notice.alert('The theme applies to this browser only: it could not be saved to your profile.'),
    );
  }

  return (
    <Popover opened={opened} onChange={popover.toggle} width={264} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.tool ?? ''} onClick={popover.toggle} aria-label="Account">
          <IconUserCircle size={22} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Account">
        <Text fw={600} truncate>
          {currentFirstName()}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {currentEmail()}
        </Text>
        <SegmentedControl
          my="sm"
          fullWidth
          size="xs"
          aria-label="Theme"
          data={themes}
          value={colorScheme}
          onChange={(value) => void choose(value)}
        />
        <Button
          component={Link}
          to={paths.profile}
          onClick={popover.close}
          variant="default"
          fullWidth
          leftSection={<IconUser size={16} aria-hidden />}
        >
          Profile
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
