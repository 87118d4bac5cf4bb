import type { DiscardReason } from './api';

/** Labels of the reasons to discard a parcel, in the order of the menu. */
export const reasons: Record<DiscardReason, string> = {
  flood: 'Flood',
  size: 'Size',
  price: 'Price',
  zoning: 'Zoning',
  use: 'Use',
  owner: 'Owner',
  access: 'Access',
  shape: 'Shape',
  condition: 'Condition',
  other: 'Other',
};

/** The label of a reason. */
export const reasonLabel = (reason: DiscardReason): string => reasons[reason];
