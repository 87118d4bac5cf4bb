/** Names of the terms that may stand in a letter as fields; the server keeps the same list. */
export const termNames = [
  'purchase_price',
  'square_feet',
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

/** Texts of terms by their names. */
export type Terms = Partial<Record<TermName, string>>;
