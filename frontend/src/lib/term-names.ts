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

/** Texts by term name. */
export type Terms = Partial<Record<TermName, string>>;
