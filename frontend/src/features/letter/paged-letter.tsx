/**
 * The letter as sheets, exactly as in print and in the PDF. It is first laid out as one long page, measured before the browser paints, and
 * then shown as sheets; so the document contains each sentence only once.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Agreement, Closing, Footer, Letterhead, RunningHead } from './letter-parts';
import { sanitize } from '../../lib/sanitize-letter';
import type { Sender } from './sender';
import { cutSheets, sheetSize, type Sheet } from './sheets';
import classes from './letter.module.css';

interface PagedLetterProps {
  html: string;
  sender: Sender;
  /** Subject of the letter, for the headers of further sheets. */
  subject: string;
  zoom: number;
}

/** Attribute that marks the sheets for the PDF writer. */
export const sheetAttribute = 'data-letter-sheet';

/** Reserve for the half leading of a line that begins a sheet. */
const slack = 12;

export function PagedLetter({ html, sender, subject, zoom }: PagedLetterProps) {
  const fonts = useFontsReady(html);
  const content = `${fonts ? 'own face' : 'fallback'}|${JSON.stringify(sender)}|${html}`;
  const [cut, setCut] = useState<{ content: string; sheets: Sheet[] }>();
  if (cut?.content !== content) {
    return <FlowingLetter html={html} sender={sender} onCut={(sheets) => setCut({ content, sheets })} />;
  }
  return (
    <div className={classes['pages']} style={{ zoom }}>
      {cut.sheets.map((sheet, index) => (
        <article
          key={index}
          className={`${classes['sheet']} ${classes['fixed']} ${classes['lying']}`}
          aria-label={`Page ${index + 1} of ${cut.sheets.length}`}
          {...{ [sheetAttribute]: index + 1 }}
        >
          {index === 0 ? <Letterhead sender={sender} /> : <RunningHead sender={sender} subject={subject} />}
          <div className={classes['body']} dangerouslySetInnerHTML={{ __html: sanitize(sheet.html) }} />
          {sheet.closing && <Closing sender={sender} />}
          {sheet.agreement && <Agreement />}
          <Footer sender={sender} page={cut.sheets.length > 1 ? `${index + 1} of ${cut.sheets.length}` : undefined} />
        </article>
      ))}
    </div>
  );
}

/** The letter as one page, in the document only while it is measured. */
function FlowingLetter({ html, sender, onCut }: { html: string; sender: Sender; onCut: (sheets: Sheet[]) => void }) {
  const sheet = useRef<HTMLElement>(null);
  const letterhead = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const closing = useRef<HTMLDivElement>(null);
  const agreement = useRef<HTMLElement>(null);
  const footer = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (!sheet.current || !letterhead.current || !body.current || !closing.current || !agreement.current || !footer.current) return;
    const style = getComputedStyle(sheet.current);
    const inside = sheetSize.height - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
    const first = body.current.getBoundingClientRect().top - letterhead.current.getBoundingClientRect().top;
    const foot = footer.current.getBoundingClientRect().height;
    const parts = { body: body.current, closing: closing.current, agreement: agreement.current };
    onCut(cutSheets(parts, (page) => inside - foot - slack - (page === 0 ? first : runningHead)));
  });

  return (
    <div className={classes['pages']}>
      <article className={classes['sheet']} ref={sheet}>
        <Letterhead sender={sender} ref={letterhead} />
        <div className={classes['body']} ref={body} dangerouslySetInnerHTML={{ __html: sanitize(html) }} />
        <Closing sender={sender} ref={closing} />
        <Agreement ref={agreement} />
        <Footer sender={sender} page="1 of 1" ref={footer} />
      </article>
    </div>
  );
}

/** Height of a page header with its margin, as in the style sheet. */
const runningHead = 40;

/** Line breaks change once the letter's typeface has loaded, with the scripts that this letter needs. */
function useFontsReady(text: string): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let current = true;
    const done = (): void => {
      if (current) setReady(true);
    };
    void Promise.all(faces.map((face) => document.fonts.load(face, text))).then(done, done);
    return () => {
      current = false;
    };
  }, [text]);
  return ready;
}

const faces = ['15.6px', '600 15.6px', 'italic 15.6px'].map((face) => `${face} 'Source Serif 4 Variable'`);
