/** The editor while the letter loads: only the back button works. */
import { Skeleton } from '@mantine/core';
import { LetterBar } from './letter-bar';
import { sheetSize } from './sheets';
import classes from './letter.module.css';

export function LetterLoading({ onBack }: { onBack: () => void }) {
  const nothing = (): void => undefined;
  return (
    <div className={classes['screen']}>
      <LetterBar
        zoom={1}
        editing={false}
        state=""
        saving={false}
        loading
        onBack={onBack}
        onZoom={nothing}
        onToggleEdit={nothing}
        onSave={nothing}
      />
      <main className={classes['desk']}>
        <div className={classes['pages']} aria-busy="true" aria-label="Loading the letter">
          <Skeleton width={sheetSize.width} maw="100%" height={sheetSize.height} radius={0} />
        </div>
      </main>
    </div>
  );
}
