import { useState } from 'react';

/** The text of a field whose value is stored. It starts again when another value is stored, here or by somebody else. */
export interface Entered {
  readonly text: string;
  readonly isChanged: boolean;
  readonly set: (text: string) => void;
}

export function useEntered(stored: string): Entered {
  const [text, set] = useState(stored);
  const [before, setBefore] = useState(stored);
  if (before !== stored) {
    setBefore(stored);
    set(stored);
  }
  return { text, isChanged: text !== stored, set };
}
