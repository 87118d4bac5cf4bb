import type { DealFilter } from '../../api/queries/deals';
import { calendarDay } from '../../lib/format';

const milestones = ['found', 'contacted', 'loi_out', 'countered', 'under_contract', 'dropped'] as const;

/** The filter of a page's address. */
export function dealsFilterOf(query: URLSearchParams): DealFilter {
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const yes = (name: string): true | undefined => (query.get(name) === 'true' ? true : undefined);
  const day = (name: string): string | undefined => {
    const value = query.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00`)) ? value : undefined;
  };
  return {
    project_id: text('project_id'),
    assigned_to: text('assigned_to'),
    mine: yes('mine'),
    next_step_dated: yes('next_step_dated'),
    next_step_to: day('next_step_to'),
    stalled: yes('stalled'),
    open: yes('open'),
    milestone: milestones.find((name) => name === query.get('milestone')),
    stage_name: text('stage_name'),
    campaign_id: text('campaign_id'),
    opened: yes('opened'),
    responded: yes('responded'),
    tag: text('tag'),
  };
}

/** What an address without the figure's name shows: 'Stalled'. */
export function dealsWords({ stalled, open, campaign_id, opened, responded, mine, next_step_dated, next_step_to }: DealFilter): string {
  const steps = mine ? 'My next steps' : 'Next steps';
  if (next_step_to) return `${steps} until ${calendarDay(next_step_to)}`;
  if (next_step_dated) return `${steps} that have a day`;
  if (campaign_id && responded) return 'Owners who answered a letter after a campaign';
  if (campaign_id && opened) return 'Owners who opened or answered a letter after a campaign';
  if (campaign_id) return 'Owners reached by a campaign';
  if (stalled) return 'Stalled';
  return open ? 'In open stages' : 'All stages';
}
