/** The parts of the letter's page around its body, for screen, print and PDF. Stateless. */
import type { ReactNode, Ref } from 'react';
import type { Sender } from './sender';
import classes from './letter.module.css';

export function Letterhead({ sender, ref }: { sender: Sender; ref?: Ref<HTMLElement> }) {
  return (
    <header className={classes['letterhead']} ref={ref}>
      {sender.logo ? (
        <img className={classes['logo']} src={sender.logo} alt={`Logo of ${sender.firm}`} />
      ) : (
        <span className={classes['firmName']}>{sender.firm}</span>
      )}
      <address className={classes['address']}>
        {sender.lines.map((line, index) => (
          <div key={index}>{line}</div>
        ))}
      </address>
    </header>
  );
}

/** The header of every sheet after the first. */
export function RunningHead({ sender, subject }: { sender: Sender; subject: string }) {
  return (
    <header className={classes['running']}>
      <span>{sender.firm}</span>
      <span>Letter of Intent – {subject}</span>
    </header>
  );
}

/** The sender's signature, or a signature line, with name and title below. */
export function Closing({ sender, ref }: { sender: Sender; ref?: Ref<HTMLDivElement> }) {
  return (
    <div className={classes['closing']} ref={ref}>
      <p>Sincerely,</p>
      {sender.signature ? (
        <img className={classes['signature']} src={sender.signature} alt="Signature" />
      ) : (
        <div className={classes['unsigned']} role="img" aria-label="Line to sign on" />
      )}
      {sender.name && <p>{sender.name}</p>}
      <p>{sender.title}</p>
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

export function Footer({ sender, page, ref }: { sender: Sender; page?: ReactNode; ref?: Ref<HTMLElement> }) {
  return (
    <footer className={classes['footer']} ref={ref}>
      <p>{sender.disclaimer}</p>
      {page !== undefined && <span className={classes['pageNumber']}>{page}</span>}
    </footer>
  );
}
