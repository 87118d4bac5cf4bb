import type { ChangedBlock, ComparedBlock } from './api';
import classes from './redline.module.css';

/** The text of a returned document with what was inserted and deleted. */
export function ChangedText({ blocks }: { readonly blocks: readonly ChangedBlock[] }) {
  return (
    <div className={classes.text} tabIndex={0} role="region" aria-label="Text with changes">
      {blocks.map((block, place) => (
        // The order of a document never changes.
        <p key={place}>
          {block.pieces.map(({ kind, text }, index) => {
            if (kind === 'inserted' || kind === 'moved_to') return <ins key={index}>{text}</ins>;
            if (kind === 'deleted' || kind === 'moved_from') return <del key={index}>{text}</del>;
            if (kind === 'split') return <ins key={index}>¶</ins>;
            if (kind === 'joined') return <del key={index}>¶</del>;
            return <span key={index}>{text}</span>;
          })}
        </p>
      ))}
    </div>
  );
}

interface ComparedTextProps {
  readonly blocks: readonly ComparedBlock[];
  /** What is left out; none: both texts in one. */
  readonly without?: 'old' | 'new';
  readonly label: string;
}

/** One of two compared texts, or both in one. */
export function ComparedText({ blocks, without, label }: ComparedTextProps) {
  return (
    <div className={classes.text} tabIndex={0} role="region" aria-label={label}>
      {blocks.map((block, place) => (
        <p key={place}>
          {block.pieces
            .filter(({ side }) => side !== without)
            .map(({ side, text }, index) => {
              if (side === 'new') return <ins key={index}>{text}</ins>;
              if (side === 'old') return <del key={index}>{text}</del>;
              return <span key={index}>{text}</span>;
            })}
        </p>
      ))}
    </div>
  );
}
