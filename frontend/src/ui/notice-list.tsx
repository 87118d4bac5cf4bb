import { Notifications } from '@mantine/notifications';
import classes from './notice-list.module.css';

/** Shows the notices of {@link useNotice}. */
export function NoticeList() {
  return <Notifications position="top-right" zIndex={500} classNames={{ root: classes.notices }} />;
}
