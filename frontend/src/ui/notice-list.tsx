import { Notifications, useNotifications } from '@mantine/notifications';
import classes from './notice-list.module.css';

/** Shows the notices of {@link useNotice}: on a phone only the newest, with how many more there are. */
export function NoticeList() {
  const { notifications, queue } = useNotifications();
  const older = notifications.length + queue.length - 1;
  return (
    <Notifications
      position="top-right"
      zIndex={500}
      classNames={{ root: classes.notices, notification: classes.notice }}
      data-more={older > 0 ? `${older} more` : undefined}
    />
  );
}
