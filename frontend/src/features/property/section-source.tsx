import { SourceLines } from '../../ui/source-lines';
import type { County } from './county-value';

interface Props {
  /** The parcel as it is published now, if known. */
  readonly county: County | undefined;
  /** The facts of the section that are the county's: what they are called, and their names in its record. */
  readonly facts: Readonly<Record<string, readonly (keyof County)[]>>;
  /** Says it also where all facts of the parcel have one source, which the heading says too. */
  readonly always?: boolean;
}

/** Where the facts of a section are from, with the date: the county's own, or those of a tax roll that was joined to its parcel. */
export function SectionSource({ county, facts, always = false }: Props) {
  if (!county || (!county.tax_roll && !always)) return null;
  const known = Object.entries(facts).filter(([, names]) => names.some((name) => hasValue(county[name])));
  return <SourceLines of={county} roll={county.tax_roll} facts={Object.fromEntries(known)} named />;
}

/** The county's files say 0 and nothing for what is not known. */
const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && value !== 0;
