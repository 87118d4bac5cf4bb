import { Text } from '@mantine/core';
import { plainWords } from '../lib/county-words';
import { Value } from './value';

interface Props {
  readonly entry: string | null | undefined;
  /** What a code stands for; the entry itself in plain words when nothing is given. */
  readonly meaning?: string | undefined;
}

/** An entry of the county's in plain English, with the county's own word beside it where that differs. */
export function CountyEntry({ entry, meaning }: Props) {
  const raw = entry?.trim();
  if (!raw) return <Value />;
  const plain = meaning ?? plainWords(raw);
  return (
    <>
      {plain}
      {plain !== raw && (
        <Text span size="xs" c="dimmed" ml={6} title="As the county writes it">
          {raw}
        </Text>
      )}
    </>
  );
}
