import type { components } from '../../../api/generated/property-api';
import { currency, date } from '../../../lib/format';

export type DealOfParcel = components['schemas']['DealOfParcel'];

/** Parcels of one owner in a site. */
interface Owner {
  readonly ll_uuids: readonly string[];
}

/** How far the work on an owner of a site is. */
export interface OwnerWork {
  /** The stages of the parcels' deals. */
  readonly stage: string;
  /** The last offers and the counters to them; empty if there are none. */
  readonly offers: readonly string[];
  /** Why the owner holds out; undefined if it does not. */
  readonly holdOut: string | undefined;
}

/** What a hold-out is, for those who see the mark. */
export const holdOutMeaning =
  'A hold-out was dropped, has declined the last letter, or is not contacted while another owner is under contract. ' +
  'Without a potential hold-out the rest falls into parts.';

/** The work on each owner of a site, in the order of the owners. */
export function workOf(owners: readonly Owner[], deals: readonly DealOfParcel[]): readonly OwnerWork[] {
  const byParcel = new Map(deals.map((deal) => [deal.ll_uuid, deal]));
  const own = owners.map(({ ll_uuids }) => ll_uuids.flatMap((id) => byParcel.get(id) ?? []));
  const won = own.map((each) => each.some(({ kind }) => kind === 'won'));
  return owners.map(({ ll_uuids }, place) => {
    const each = own[place] ?? [];
    return {
      stage: stagesOf(each, ll_uuids.length),
      offers: [amounts('Offer', each, 'offer'), amounts('Counter', each, 'counter')].flatMap((words) => words ?? []),
      holdOut: holdOutOf(
        each,
        won.some((is, other) => is && other !== place),
      ),
    };
  });
}

function stagesOf(deals: readonly DealOfParcel[], parcels: number): string {
  const counts = new Map<string, number>();
  for (const { stage_name } of deals) counts.set(stage_name, (counts.get(stage_name) ?? 0) + 1);
  const left = parcels - deals.length;
  if (left > 0) counts.set(deals.length === 0 ? 'Not in the project' : 'not in the project', left);
  const [only] = counts.keys();
  if (counts.size === 1 && only !== undefined) return only;
  return [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
}

/** The newest of each parcel's amounts, added up. */
function amounts(label: string, deals: readonly DealOfParcel[], which: 'offer' | 'counter'): string | undefined {
  const given = deals.flatMap((deal) => deal[which] ?? []);
  const newest = given.reduce<string | undefined>((last, { at }) => (last === undefined || at > last ? at : last), undefined);
  if (newest === undefined) return undefined;
  const sum = given.reduce((total, { amount }) => total + amount, 0);
  const parcels = deals.length > 1 ? ` for ${given.length} of ${deals.length} parcels` : '';
  return `${label} ${currency(sum)}${parcels}, ${date(newest)}`;
}

function holdOutOf(deals: readonly DealOfParcel[], othersWon: boolean): string | undefined {
  const lost = deals.find(({ kind }) => kind === 'lost');
  if (lost) return lost.drop_reason === null ? lost.stage_name : `${lost.stage_name}: ${lost.drop_reason}`;
  if (deals.some(({ declined, kind }) => declined && kind !== 'won')) return 'Declined the last letter';
  if (othersWon && !deals.some(({ contacted }) => contacted)) return 'Not contacted while another owner is under contract';
  return undefined;
}
