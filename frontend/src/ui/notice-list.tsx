import { Notifications } from '@mantine/notifications';

/** Shows the notices of {@link useNotice}. */
export function NoticeList() {
  return <Notifications position="top-right" zIndex={500} />;
}
