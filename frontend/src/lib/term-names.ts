/** Names of the terms that a letter may contain as fields; must match the server's list. */
export const termNames = [
  'purchase_price',
  'square_feet',
  'acres',
  'earnest_money',
  'deposit',
  'contact_name',
  'owner_name',
  'salutation',
  'subject',
  'property_name',
  'buyer',
] as const;

export type TermName = (typeof termNames)[number];

/** Names of the terms from which dates follow, which only numbered letters have as fields; must match the server's list. */
const dateTermNames = ['expires_at', 'earnest_days', 'deposit_days', 'dd_days', 'close_days', 'ext_days', 'exclusivity_days'] as const;

/** Names of all fields. */
export const fieldNames: readonly string[] = [...termNames, ...dateTermNames];

/** Texts by term name. */
export type Terms = Partial<Record<TermName, string>>;
