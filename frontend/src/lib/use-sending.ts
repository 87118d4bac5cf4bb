import { useEffect, useRef, useState } from 'react';

interface Sending<Input, Answer> {
  /** Sends; `onDone` gets the response unless the screen was left. */
  readonly send: (input: Input, onDone?: (answer: Answer) => void) => void;
  readonly busy: boolean;
  readonly done: boolean;
  /** Error of the last attempt. */
  readonly failure: unknown;
}

const before = { busy: false, done: false, failure: undefined };

/** A request of a form on a page without session. The query client is loaded for signed-in users only. */
export function useSending<Input, Answer>(call: (input: Input) => Promise<Answer>): Sending<Input, Answer> {
  const [state, setState] = useState<Omit<Sending<Input, Answer>, 'send'>>(before);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  async function work(input: Input, onDone?: (answer: Answer) => void): Promise<void> {
    setState({ ...before, busy: true });
    try {
      const answer = await call(input);
      setState({ ...before, done: true });
      if (shown.current) onDone?.(answer);
    } catch (failure) {
      setState({ ...before, failure });
    }
  }
  return { ...state, send: (input, onDone) => void work(input, onDone) };
}
