import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMicrophone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { publicConfigQuery } from '../../api/queries/overview';
import { useNotice } from '../../ui/dialogs';
import classes from './shell.module.css';

/**
 * A third party's AI assistant. Its script is loaded on the first click; the button is hidden while the widget, which the script adds to
 * the body, exists.
 */
export function Assistant() {
  const config = useQuery(publicConfigQuery);
  const [explained, popover] = useDisclosure(false);
  const [widget, setWidget] = useState(false);
  const notice = useNotice();
  useWidgetEnd(widget, () => setWidget(false));

  const address = config.data?.voice_assistant_url;
  if (widget) return null;

  function open(): void {
    if (!address) {
      popover.toggle();
      return;
    }
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('error', () => {
      setWidget(false);
      notice.alert('The AI assistant could not be loaded.');
    });
    document.head.append(script);
    setWidget(true);
  }

  return (
    <Popover opened={explained} onChange={popover.toggle} width={300} position="bottom-end" shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.tool ?? ''} onClick={open} aria-label="AI assistant">
          <IconMicrophone size={20} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" fw={600} mb={4}>
          AI assistant
        </Text>
        <Text size="sm" c="dimmed">
          No voice assistant is connected to this installation. An operator can connect a provider by setting VOICE_ASSISTANT_URL on the
          main service.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Calls `onEnd` when all custom elements added to the body while the widget was open have been removed. */
function useWidgetEnd(open: boolean, onEnd: () => void): void {
  useEffect(() => {
    if (!open) return;
    const before = new Set(document.body.children);
    let came = false;
    const watch = new MutationObserver(() => {
      const more = [...document.body.children].some((element) => element.tagName.includes('-') && !before.has(element));
      if (came && !more) onEnd();
      came ||= more;
    });
    watch.observe(document.body, { childList: true });
    return () => watch.disconnect();
  }, [open, onEnd]);
}
