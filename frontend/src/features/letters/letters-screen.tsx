import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBan, IconCheck, IconFileText, IconFileTypePdf, IconSearch, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { lettersQuery } from '../../api/queries/letter-register';
import { useUndone } from '../../api/use-undone';
import { Count } from '../../ui/count';
import { EmptyRow } from '../../ui/data-table';
import { useNotice } from '../../ui/dialogs';
import { EmptyState } from '../../ui/empty-state';
import { LoadingPage } from '../../ui/loading-page';
import { InMore } from '../../ui/more-actions';
import { ListFailure } from '../../ui/query-panel';
import { SelectLoaded } from '../../ui/select-box';
import { SelectionBar } from '../../ui/selection-bar';
import { usePages } from '../../ui/use-pages';
import { useSelection } from '../../ui/use-selection';
import { VirtualTable } from '../../ui/virtual-table';
import { printUrl, type LetterStatus, type LetterSummary } from './api';
import { ApproveDialog } from './approve-dialog';
import { LetterPanel } from './letter-panel';
import { letterColumns, LetterRow } from './letter-row';
import { SendDialog, type Message } from './send-dialog';
import type { FigureFilter } from './figure-filter';
import { StatusFilter } from './status-filter';
import { WithdrawDialog } from './withdraw-dialog';

interface LettersScreenProps {
  readonly projectId: string | undefined;
  /** Only letters that were made together. */
  readonly jobId: string | undefined;
  /** Of figures that lead here. */
  readonly filter?: FigureFilter;
  /** Id of the open letter. */
  readonly shown: string | null;
  readonly onShow: (letterId: string | null) => void;
}

/** Letters whose sending was undone, with its text. */
interface Undone {
  readonly letters: readonly LetterSummary[];
  readonly message: Message;
}

const noLetters: readonly LetterSummary[] = [];
const idOf = ({ letter_id }: LetterSummary): string => letter_id;

/** Numbered letters: filter by state, search, bulk actions, and one letter beside the list. */
export function LettersScreen({ projectId, jobId, filter, shown, onShow }: LettersScreenProps) {
  const [status, setStatus] = useState<LetterStatus>();
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [dialog, setDialog] = useState<'approve' | 'send' | 'withdraw'>();
  const query = lettersQuery({ project_id: projectId, job_id: jobId, ...filter, status, q: words || undefined });
  const letters = usePages(query, (page) => page.letters, idOf);
  const totals = letters.first?.totals;
  const selection = useSelection(letters.rows ?? noLetters, idOf);
  const notice = useNotice();
  const isEmpty = letters.rows?.length === 0 && !filter && !status && search === '' && words === '';
  const [message, setMessage] = useState<Message>();
  const undone = useUndone<Undone>(
    ['letters'],
    () => letters.rows !== undefined && !isEmpty && dialog === undefined && shown === null,
    (kept) => {
      selection.clear();
      selection.add(kept.letters);
      setMessage(kept.message);
      setDialog('send');
    },
  );

  function closeSending(): void {
    setDialog(undefined);
    setMessage(undefined);
  }

  async function selectAll(): Promise<void> {
    try {
      selection.add(await letters.loadAll());
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The letters could not be loaded.'));
    }
  }

  const heading = { label: 'Number', control: <SelectLoaded selection={selection} many="letters" /> };

  if (isEmpty) {
    return (
      <EmptyState icon={IconFileText} title="No letters yet" sentence="Select properties in the list of a project and press Create LOIs." />
    );
  }
  return (
    <>
      {totals && <StatusFilter totals={totals} status={status} onChoose={setStatus} />}
      <Group mb="md" gap="md">
        <TextInput
          flex={1}
          maw={420}
          type="search"
          aria-label="Search letters"
          placeholder="Search letters"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {letters.rows && <Count of={letters.total} one="letter" many="letters" />}
      </Group>
      <ListFailure query={letters} sentence={sentenceOf(letters.error, 'The letters could not be loaded.')} />
      {letters.isPending && <LoadingPage />}
      {letters.rows && (
        <VirtualTable
          caption="Letters"
          columns={[heading, ...letterColumns.slice(1)]}
          rows={letters.rows}
          keyOf={idOf}
          total={letters.total}
          hasMore={letters.hasMore}
          onEnd={letters.onEnd}
          onView={letters.onView}
          empty={<EmptyRow columns={letterColumns.length}>No letters found</EmptyRow>}
          row={(letter, tr) => <LetterRow letter={letter} tr={tr} selection={selection} onOpen={() => onShow(letter.letter_id)} />}
        />
      )}
      <SelectionBar selection={selection} one="letter" many="letters" total={letters.total} onAll={selectAll}>
        <Button size="compact-sm" leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setDialog('approve')}>
          Approve
        </Button>
        <Button size="compact-sm" variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setDialog('send')}>
          Send
        </Button>
        <InMore ifNarrow>
          <PrintJob chosen={selection.chosen} />
          <Button size="compact-sm" variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={() => setDialog('withdraw')}>
            Withdraw
          </Button>
        </InMore>
      </SelectionBar>
      {dialog === 'approve' && <ApproveDialog letters={selection.chosen} onClose={() => setDialog(undefined)} />}
      {dialog === 'send' && (
        <SendDialog
          letters={selection.chosen}
          message={message}
          onUndone={(text) => undone.keep({ letters: selection.chosen, message: text })}
          onClose={closeSending}
        />
      )}
      {dialog === 'withdraw' && <WithdrawDialog letters={selection.chosen} onClose={() => setDialog(undefined)} />}
      {shown !== null && <LetterPanel letterId={shown} onClose={() => onShow(null)} />}
    </>
  );
}

/** The print file of the letters that were made together with the selected ones; absent if those are of several jobs. */
function PrintJob({ chosen }: { readonly chosen: readonly LetterSummary[] }) {
  const jobs = new Set(chosen.map(({ job_id }) => job_id));
  const [job] = jobs;
  if (!job || jobs.size > 1) return null;
  return (
    <Button
      component="a"
      href={printUrl(job)}
      target="_blank"
      rel="noopener"
      size="compact-sm"
      variant="default"
      title="All letters that were made together with the selected ones"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
    >
      Print all made together
    </Button>
  );
}
