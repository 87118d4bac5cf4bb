import { Text } from '@mantine/core';
import { factInfo } from '../facts';
import type { Fact } from '../types';

/** How a criterion is judged, where its name does not say it. */
export function FactHelp({ fact }: { readonly fact: Fact }) {
  const help = factInfo(fact)?.help;
  return help === undefined ? null : (
    <Text size="xs" c="dimmed">
      {help}
    </Text>
  );
}
