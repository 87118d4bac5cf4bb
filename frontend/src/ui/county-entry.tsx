import { Text } from '@mantine/core';
import { plainWords } from '../lib/county-words';
import { Value } from './value';

interface Props {
  readonly entry: string | null | undefined;
  /** Meaning of a code; without it the entry itself in plain words. */
  readonly meaning?: string | undefined;
  /** Of an entry of another source. */
  readonly recorded?: string | undefined;
}

/** A county's entry in plain English, with the original if it differs. */
export function CountyEntry({ entry, meaning, recorded = 'As recorded by the county' }: Props) {
  const raw = entry?.trim();
  if (!raw) return <Value />;
  const plain = meaning ?? plainWords(raw);
  return (
    <>
      {plain}
      {plain !== raw && (
        <Text span size="xs" c="dimmed" ml={6} title={recorded}>
          {raw}
        </Text>
      )}
    </>
  );
}
