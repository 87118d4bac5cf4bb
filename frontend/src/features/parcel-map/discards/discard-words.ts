import type { components } from '../../../api/generated/main-api';
import { date } from '../../../lib/format';
import { reasonLabel } from '../selection/discard-reasons';

type Told = Pick<components['schemas']['DiscardedParcel'], 'discarded_by' | 'discarded_at' | 'reason' | 'note'>;

/** 'Discarded by Ana Diaz on May 4, 2026: Flood. Bayou', or 'Discarded in East Houston by …'. */
export function discardWords({ discarded_by, discarded_at, reason, note }: Told, project?: string): string {
  const where = project === undefined ? '' : `in ${project} `;
  const why = [reasonLabel(reason), note].filter(Boolean).join('. ');
  return `Discarded ${where}by ${discarded_by} on ${date(discarded_at)}: ${why}`;
}
