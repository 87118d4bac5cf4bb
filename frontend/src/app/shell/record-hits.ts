import { IconMail, IconNote, IconPaperclip } from '@tabler/icons-react';
import type { components } from '../../api/generated/property-api';
import { date, dateTime } from '../../lib/format';
import { paths } from '../../lib/paths';
import type { Hit } from './use-search';

type Found = components['schemas']['FoundRecords'];

const mostOfText = 100;
/** Of the text before the word that was found; up to so many more, so that it begins with a whole word. */
const before = 30;
const toWholeWord = 20;

/** One line of a text that has the first of the words that were typed. */
function excerptOf(text: string, typed: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= mostOfText) return line;
  const [word = ''] = typed.trim().toLowerCase().split(/\s+/);
  const at = line.toLowerCase().indexOf(word);
  const from = at - before;
  const start = at + word.length <= mostOfText ? 0 : Math.max(line.lastIndexOf(' ', from) + 1, from - toWholeWord);
  const part = line.slice(start, start + mostOfText).trim();
  return `${start > 0 ? '…' : ''}${part}${start + mostOfText < line.length ? '…' : ''}`;
}

const about = ({ address, parcel_number }: { readonly address: string | null; readonly parcel_number: string }) => address ?? parcel_number;

/** A note is brought into view on its property's page. */
export const noteHits =
  (asked: string) =>
  ({ notes }: Found): Hit[] =>
    notes.map((note) => ({
      id: note.note_id,
      label: excerptOf(note.text, asked),
      description: [about(note), note.created_by_name, date(note.created_at)].join(' · '),
      icon: IconNote,
      to: paths.property(note.parcel_number, { project_id: note.project_id, note_id: note.note_id }),
      text: note.text.toLowerCase(),
    }));

/** A file is brought into view among those of its property. */
export const attachmentHits = ({ attachments }: Found): Hit[] =>
  attachments.map((file) => ({
    id: file.path,
    label: file.name,
    description: [about(file), date(file.uploaded_at)].join(' · '),
    icon: IconPaperclip,
    to: paths.property(file.parcel_number, { project_id: file.project_id, file: file.path }),
    text: file.name.toLowerCase(),
  }));

/** A message is brought into view among those sent about its property. */
export const emailHits = ({ emails }: Found): Hit[] =>
  emails.map((email) => ({
    id: email.email_id,
    label: email.subject,
    description: [`To ${email.recipients.join(', ')}`, about(email), dateTime(email.created_at)].join(' · '),
    icon: IconMail,
    to: paths.sentEmail(email.parcel_number, email.project_id, email.email_id),
    text: [email.subject, ...email.recipients].join(' ').toLowerCase(),
  }));
