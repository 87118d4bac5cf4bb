import type { components } from '../../api/generated/parcel-lookup';
import { grouped } from '../../lib/format';
import { useClassNames } from '../../lib/use-classes';

interface WithFacts {
  readonly facts?: components['schemas']['ParcelFacts'];
}

/** The class of the county's use code, in a word. */
export function classOfUse({ facts }: WithFacts): string | undefined {
  const name = facts?.use_class;
  return name ? (useClassNames[name] ?? name) : undefined;
}

/** Kind of owner, and whether the tax bill goes there: 'Company, absentee'. */
export function ownerKindOf({ facts }: WithFacts): string | undefined {
  const place = facts?.is_absentee === true ? 'absentee' : facts?.is_absentee === false ? 'local' : undefined;
  const words = [facts?.owner_kind, place].filter(Boolean).join(', ');
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Full years since the last sale: '12 years'. */
export function heldFor({ facts }: WithFacts): string | undefined {
  const years = facts?.years_held;
  if (years === null || years === undefined) return undefined;
  return years === 1 ? '1 year' : `${grouped(years)} years`;
}
