import { Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { InMore } from './more-actions';
import classes from './selection-bar.module.css';

interface BarFiguresProps {
  readonly figures: string;
  readonly isNarrow: boolean;
}

/** Figures of the selected rows: in the bar if they fit whole, otherwise in the panel of 'More'. */
export function BarFigures({ figures, isNarrow }: BarFiguresProps) {
  const [fits, setFits] = useState(true);
  const measure = useCallback((line: HTMLDivElement) => {
    const watch = new ResizeObserver(() => setFits(line.scrollHeight <= line.clientHeight));
    watch.observe(line);
    // Longer figures do not change the size of the line.
    if (line.firstElementChild) watch.observe(line.firstElementChild);
    return () => watch.disconnect();
  }, []);
  const text = (
    <Text size="sm" c="dimmed" className="tabular">
      {figures}
    </Text>
  );
  if (isNarrow) return <InMore>{text}</InMore>;
  return (
    <>
      <div ref={measure} className={classes.figures} aria-hidden={!fits || undefined}>
        {text}
      </div>
      {!fits && <InMore>{text}</InMore>}
    </>
  );
}
