/** Display of a project's status. */
export interface StatusView {
  readonly label: string;
  readonly color: 'green' | 'blue' | 'yellow' | 'gray';
}

const known: Readonly<Record<string, StatusView>> = {
  active: { label: 'Active', color: 'green' },
  planning: { label: 'Planning', color: 'blue' },
  review: { label: 'Review', color: 'yellow' },
};

/** Active, Planning and Review have colours; any other status is grey; an empty one means Active. */
export function statusView(status: string | null | undefined): StatusView {
  const word = (status ?? '').trim();
  if (word === '') return { label: 'Active', color: 'green' };
  return known[word.toLowerCase()] ?? { label: word.charAt(0).toUpperCase() + word.slice(1), color: 'gray' };
}

export const defaultProgress = 20;
