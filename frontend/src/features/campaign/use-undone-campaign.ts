import { useUndone } from '../../api/use-undone';
import type { Audience } from './api';

export interface Message {
  readonly subject: string;
  readonly body: string;
  readonly postal: string;
}

/** A campaign that was not sent, with the people who are left out. */
interface Kept {
  readonly draft: Message;
  readonly left: readonly string[];
}

/** Campaigns to these people whose sending was undone: the form takes one as soon as nothing else is typed. */
export const useUndoneCampaign = (audience: Audience, isTyped: boolean, onTake: (kept: Kept) => void) =>
  useUndone<Kept>(['campaign', audience], () => !isTyped, onTake);
