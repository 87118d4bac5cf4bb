import { Badge, Button, Group, Text } from '@mantine/core';
import { dateTime } from '../../../lib/format';
import type { LetterLink } from './api';
import classes from './signature.module.css';
import { declineReasons, isAwaited, linkStates, openingsWords } from './words';

interface LinkItemProps {
  readonly link: LetterLink;
  /** Whether another link can be made. */
  readonly takesLinks: boolean;
  readonly onSend: () => void;
  readonly onRevoke: () => void;
  /** Makes a link for the person whom the signer named. */
  readonly onReplace: () => void;
}

const mailWords = { queued: 'is queued', sent: 'was sent', failed: 'was not delivered', unclear: 'may not have been delivered' } as const;

/** One signer: state, what is known of openings, the answer, and what can be done. */
export function LinkItem({ link, takesLinks, onSend, onRevoke, onReplace }: LinkItemProps) {
  const [word, color] = link.proposed && !link.revoked_at ? (['Not the right person', 'yellow'] as const) : linkStates[link.state];
  return (
    <li className={classes.link} aria-label={link.name}>
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600}>
            {link.name}
          </Text>
          <Text size="sm" c="dimmed">
            {[link.capacity, link.email].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Badge color={color} variant="light" style={{ flexShrink: 0 }}>
          {word}
        </Badge>
      </Group>
      <Facts link={link} />
      <Group gap="xs" mt={4}>
        {link.state === 'open' && (
          <Button size="xs" variant="default" onClick={onSend} aria-label={`Send the link to ${link.name} by e-mail`}>
            Send by e-mail
          </Button>
        )}
        {link.proposed && takesLinks && (
          <Button size="xs" variant="default" onClick={onReplace}>
            Make a link for {link.proposed.name}
          </Button>
        )}
        {isAwaited(link) && !link.decline && (
          <Button size="xs" variant="subtle" color="red" onClick={onRevoke} aria-label={`Revoke the link of ${link.name}`}>
            Revoke
          </Button>
        )}
      </Group>
    </li>
  );
}

function Facts({ link }: { readonly link: LetterLink }) {
  const { signed_at, decline, proposed, mailed_at, mail_status, state, expires_at, revoked_at } = link;
  return (
    <Text size="sm" component="div">
      <div>{openingsWords(link)}</div>
      {mailed_at && (
        <div>
          The message of {dateTime(mailed_at)} {mailWords[mail_status ?? 'queued']}
        </div>
      )}
      {signed_at && <div>Signed {dateTime(signed_at)}</div>}
      {decline && (
        <div>
          Declined {dateTime(decline.at)}: {declineReasons[decline.reason]}
          {decline.text && <div className={classes.quote}>{decline.text}</div>}
        </div>
      )}
      {proposed && (
        <div>
          Says that {proposed.name} ({proposed.email}) should sign
        </div>
      )}
      {revoked_at && <div>Closed {dateTime(revoked_at)}</div>}
      {(state === 'open' || state === 'expired') && (
        <div>
          {state === 'open' ? 'Valid until' : 'Was valid until'} {dateTime(expires_at)}
        </div>
      )}
      <Text size="xs" c="dimmed">
        Made by {link.created_by_name}, {dateTime(link.created_at)}
      </Text>
    </Text>
  );
}
