/**
 * Protects a dirty letter from being lost: asks before navigation inside the app, makes the browser warn before the page closes, and tells
 * the keeper when the page is hidden or shown.
 */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '../../lib/paths';
import type { DraftKeeper } from './draft-keeper';

/** The question before leaving a dirty letter. */
export const leaveQuestion = 'Unsaved LOI edits will be discarded if you leave without saving a PDF. Continue?';

const signs = ['pointermove', 'keydown', 'focus'] as const;

export function useLeaveGuard(
  keeper: DraftKeeper,
  ask: (question: string) => Promise<boolean>,
  onDiscarded: (html: string) => void = () => undefined,
): void {
  const blocker = useBlocker(
    // When the session has ended, the text stays in this browser and is offered after the next sign-in.
    ({ currentLocation, nextLocation }) =>
      keeper.dirty && currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== paths.login(),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let current = true;
    void ask(leaveQuestion).then(async (leave) => {
      if (!current) return;
      if (!leave) {
        blocker.reset();
        void keeper.flush();
        return;
      }
      const discarded = keeper.html;
      await keeper.discard();
      blocker.proceed();
      onDiscarded(discarded);
    });
    return () => {
      current = false;
    };
    // The blocker is a new object on every render; only its state triggers the question.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  useEffect(() => {
    let leaving = false;
    const onBeforeUnload = (event: BeforeUnloadEvent): void => {
      if (!keeper.dirty) return;
      event.preventDefault();
      leaving = true;
      keeper.hold();
    };
    // There is no event when the user stays after the browser's warning; the next input shows it.
    const onSign = (): void => {
      if (!leaving) return;
      leaving = false;
      void keeper.pageShown();
    };
    const onOnline = (): void => keeper.online();
    const onPageHide = (): void => keeper.pageHidden();
    const onPageShow = (): void => {
      leaving = false;
      void keeper.pageShown();
    };
    // A phone may kill a background tab without notice, so save before that.
    const onVisibility = (): void => {
      if (document.visibilityState === 'visible') void keeper.pageShown();
      else if (!leaving) void keeper.flush();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    window.addEventListener('online', onOnline);
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisibility);
    for (const sign of signs) window.addEventListener(sign, onSign);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', onVisibility);
      for (const sign of signs) window.removeEventListener(sign, onSign);
    };
  }, [keeper]);

  useEffect(() => () => keeper.close(), [keeper]);
}
