import type { Income, IncomeKind } from './api';

/** In the order to show. */
export const kindWords: Readonly<Record<IncomeKind, string>> = {
  trailing_12: 'Last twelve months',
  stabilized: 'Stabilized',
  broker: "Broker's statement",
};

/** '6.00 %', or why there is none. */
export function capRateWords({ cap_rate, no_cap_rate }: Income): string {
  if (cap_rate !== null) return `${cap_rate.toFixed(2)} %`;
  return no_cap_rate === 'no_income' ? 'None: the NOI is not above 0' : 'None without a price';
}
