import { Button, Checkbox, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../api/generated/parcel-lookup';
import { acres, currency, grouped } from '../../../lib/format';
import { DiscardedParcel } from '../discards/discarded-parcel';
import type { Discarded } from '../discards/use-discarded';
import { useHover } from '../hover';
import { useMapPage } from '../map-page';
import classes from './owner-group.module.css';

export type Member = components['schemas']['OwnerGroupMember'];

interface Props {
  readonly label: string;
  readonly members: readonly Member[];
  readonly discarded: Discarded;
  /** Parcels that the project has. */
  readonly inProject: ReadonlySet<string>;
  readonly isChosen: (llUuid: string) => boolean;
  readonly onChoose: (llUuid: string) => void;
}

/** Rows drawn at once. */
const step = 50;

/** Parcels with reason and confidence; a click inspects one, the check box says whether it is added. What the project discarded is not. */
export function Members({ label, members, discarded: { discards, holding }, inProject, isChosen, onChoose }: Props) {
  const { projectId, inspect } = useMapPage();
  const { hover } = useHover();
  const [shown, setShown] = useState(step);
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {members.slice(0, shown).map((member) => (
          <li key={member.ll_uuid} className={classes.row}>
            <Checkbox
              size="xs"
              mt={3}
              aria-label={`Add ${titleOf(member)}`}
              disabled={holding.has(member.ll_uuid)}
              checked={isChosen(member.ll_uuid) && !holding.has(member.ll_uuid)}
              onChange={() => onChoose(member.ll_uuid)}
            />
            <div className={classes.member}>
              <UnstyledButton
                w="100%"
                onMouseEnter={() => hover(member.ll_uuid)}
                onMouseLeave={() => hover(undefined)}
                onFocus={() => hover(member.ll_uuid)}
                onBlur={() => hover(undefined)}
                onClick={() => inspect(member.ll_uuid)}
              >
                <Text size="sm" fw={600} truncate className={classes.title ?? ''} data-discarded={holding.has(member.ll_uuid) || undefined}>
                  {titleOf(member)}
                </Text>
                <Text size="xs" className="tabular">
                  {[
                    member.owner,
                    member.acres === null ? undefined : acres(member.acres),
                    member.total_value === null ? undefined : currency(member.total_value),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
                <Text size="xs" c="dimmed">
                  {capitalized(member.reason)}
                  {member.confidence < 1 && ` (${percent(member.confidence)})`}
                  {inProject.has(member.ll_uuid) && ' · In this project'}
                </Text>
              </UnstyledButton>
              {discards.has(member.ll_uuid) && (
                <DiscardedParcel projectId={projectId} llUuid={member.ll_uuid} discard={discards.get(member.ll_uuid)} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {members.length > shown && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShown(shown + step)}>
          {grouped(members.length - shown)} more
        </Button>
      )}
    </>
  );
}

function titleOf({ address, parcelnumb, scity }: Member): string {
  return address ? [address, scity].filter(Boolean).join(', ') : `Parcel ${parcelnumb}`;
}

export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Never 100 % for what is less than sure. */
function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toLocaleString('en-US')} %`;
}
