import { useMantineColorScheme } from '@mantine/core';
import { mainApi, unwrap } from '../../api/client';
import type { Theme } from '../../lib/session';
import { useNotice } from '../../ui/dialogs';

export const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
];

/** The theme, and how to choose another one, which is saved to the profile. */
export function useTheme(): { readonly theme: Theme; readonly choose: (theme: Theme) => Promise<void> } {
  const notice = useNotice();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  async function choose(theme: Theme): Promise<void> {
    setColorScheme(theme);
    await unwrap(mainApi.PUT('/api/preferred_theme', { body: { preferred_theme: theme } })).catch(() =>
      notice.alert('The theme applies to this browser only: it could not be saved to your profile.'),
    );
  }

  return { theme: colorScheme, choose };
}
