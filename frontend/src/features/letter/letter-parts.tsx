/** The parts of the letter's page around its body, as they stand on screen, in print and in the PDF. They hold no state. */
import type { ReactNode, Ref } from 'react';
import { FirmMark, Signature } from './letter-marks';
import classes from './letter.module.css';

/** Who writes: the firm and how to reach its office. Lines that are unknown are left out. */
export interface Sender {
  firm: string;
  lines: readonly string[];
}

export function Letterhead({ sender, ref }: { sender: Sender; ref?: Ref<HTMLElement> }) {
  return (
    <header className={classes['letterhead']} ref={ref}>
      <div className={classes['firm']}>
        <FirmMark firm={sender.firm} />
        <span className={classes['firmName']}>{sender.firm}</span>
      </div>
      <address className={classes['address']}>
        {sender.lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </header>
  );
}

/** The head of every sheet after the first. */
export function RunningHead({ sender, subject }: { sender: Sender; subject: string }) {
  return (
    <header className={classes['running']}>
      <span>{sender.firm}</span>
      <span>Letter of Intent – {subject}</span>
    </header>
  );
}

export function Closing({ ref }: { ref?: Ref<HTMLDivElement> }) {
  return (
    <div className={classes['closing']} ref={ref}>
      <p>Sincerely,</p>
      <Signature className={classes['signature']} />
      <p>Director, Investments</p>
    </div>
  );
}

export function Agreement({ ref }: { ref?: Ref<HTMLElement> }) {
  return (
    <section className={classes['agreement']} ref={ref} aria-label="Acceptance">
      <h2>Acknowledged and Agreed</h2>
      <div className={classes['lines']}>
        {['Signature', 'Title', 'Date'].map((label) => (
          <div key={label} className={classes['line']}>
            {label}
          </div>
        ))}
      </div>
    </section>
  );
}

export function Footer({ page, ref }: { page?: ReactNode; ref?: Ref<HTMLElement> }) {
  return (
    <footer className={classes['footer']} ref={ref}>
      <p>
        This letter is not a contract. No contract exists until Buyer’s investment committee has approved the purchase and both parties have
        signed a Purchase and Sale Agreement.
      </p>
      {page !== undefined && <span className={classes['pageNumber']}>{page}</span>}
    </footer>
  );
}
