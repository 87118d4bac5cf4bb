import { Button, Popover, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUser, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { currentEmail, currentFirstName } from '../../lib/session';
import classes from './shell.module.css';
import { themes, useTheme } from './use-theme';

/** The signed-in user, the theme, and a link to the profile. */
export function AccountMenu() {
  const [opened, popover] = useDisclosure(false);
  const { theme, choose } = useTheme();

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
          data={[...themes]}
          value={theme}
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
