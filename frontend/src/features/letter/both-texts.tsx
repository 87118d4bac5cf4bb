/** Two texts of a letter side by side, to choose one. */
import { Button, Group, Modal, Text } from '@mantine/core';
import type { OtherDraft } from './draft-keeper';
import { whoChanged } from './letter-notices';
import { sanitize } from '../../lib/sanitize-letter';
import { useFocusBack } from '../../ui/focus-back';
import type { Draft } from './use-draft';
import classes from './letter-notices.module.css';

interface BothTextsProps {
  draft: Draft;
  conflict: OtherDraft;
  onClose: () => void;
}

export function BothTexts({ draft, conflict, onClose }: BothTextsProps) {
  useFocusBack();
  const theirs = conflict.own ? 'The other window' : conflict.name;
  return (
    <Modal opened onClose={onClose} size="min(1200px, 94vw)" title={whoChanged(conflict)} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes['pair']}>
        <OneText label="Your text" html={draft.keeper.html} verb="Keep mine" onChoose={draft.keepMine} />
        <OneText label={theirs} html={conflict.html} verb={conflict.own ? 'Use the other' : 'Use theirs'} onChoose={draft.takeTheirs} />
      </div>
      <Text size="sm" c="dimmed" mt="sm">
        The text that you do not choose is kept under Versions.
      </Text>
    </Modal>
  );
}

function OneText({ label, html, verb, onChoose }: { label: string; html: string; verb: string; onChoose: () => void }) {
  return (
    <section aria-label={label}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text fw={600} truncate>
          {label}
        </Text>
        <Button size="xs" variant="default" onClick={onChoose} style={{ flexShrink: 0 }}>
          {verb}
        </Button>
      </Group>
      <div
        className={classes['text']}
        tabIndex={0}
        role="group"
        aria-label={`${label}, text`}
        dangerouslySetInnerHTML={{ __html: sanitize(html) }}
      />
    </section>
  );
}
