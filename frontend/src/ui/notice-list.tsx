import { Notifications } from '@mantine/notifications';

/** Where the notices of {@link useNotice} are shown. */
export function NoticeList() {
  return <Notifications position="top-right" zIndex={500} />;
}
