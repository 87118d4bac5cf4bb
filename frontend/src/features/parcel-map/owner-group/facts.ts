import type { components } from '../../../api/generated/parcel-lookup';
import { acres, currency, grouped } from '../../../lib/format';

type OwnerGroup = components['schemas']['OwnerGroup'];

/** Sums say of how many parcels the value is unknown: it is not zero. */
export function factsOf(group: OwnerGroup): readonly (readonly [label: string, value: string])[] {
  const { count, without_acres, without_value, absentee, local } = group;
  const known = (without: number, value: string) =>
    without === count ? 'Unknown' : without > 0 ? `${value}, unknown for ${grouped(without)}` : value;
  const unclear = count - absentee - local;
  const places = [
    ...(absentee > 0 ? [`absentee for ${grouped(absentee)}`] : []),
    ...(local > 0 ? [`local for ${grouped(local)}`] : []),
    ...(unclear > 0 && unclear < count ? [`unknown for ${grouped(unclear)}`] : []),
  ];
  return [
    ['Area', known(without_acres, acres(group.acres))],
    ['Value', known(without_value, currency(group.total_value))],
    ['Owner', places.length > 0 ? places.join(', ') : 'Unknown'],
    ['Held', held(group)],
  ];
}

/** Most parcels of an owner that are compared, listed and added: the server's limit. */
const mostOfOwner = 10_000;

/** What is not listed, and why. */
export function leftOut({ count, truncated, may_have_more }: OwnerGroup): readonly string[] {
  const most = grouped(mostOfOwner);
  const listed = `This owner has more than ${most} parcels. ${most} of them are listed and can be added at once; the rest are left out.`;
  const compared = `More than ${most} parcels have this owner's name. ${most} of them were compared, so some of its parcels may be missing.`;
  return [
    ...(truncated ? [count >= mostOfOwner ? listed : compared] : []),
    ...(may_have_more
      ? [
          "Very many parcels share this owner's mailing address or a word of its name. Parcels that it has under other names may be missing.",
        ]
      : []),
  ];
}

/** How many of the listed parcels are not added, because the project discarded them. */
export function discardedWords(count: number): readonly string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 of them is discarded and not added.' : `${grouped(count)} of them are discarded and not added.`];
}

function held({ median_years_held: median, longest_years_held: longest }: OwnerGroup): string {
  if (median === null || longest === null) return 'Unknown';
  return median === longest ? years(median) : `${years(median)} in the middle, ${years(longest)} at most`;
}

function years(count: number): string {
  return count === 1 ? '1 year' : `${grouped(count)} years`;
}
