import { Text } from '@mantine/core';
import { listed, siteWords } from '../../lib/site';
import type { Property } from './api';

/** The numbers of the parcels that a site consists of; nothing of a single parcel. */
export function SiteLine({ members }: Pick<Property, 'members'>) {
  if (members.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {siteWords(members.length)}: {listed(members.map(({ parcelnumb }) => parcelnumb))}
    </Text>
  );
}
