import { Group, Text, Title } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { changeGate, changeWish, factsForGates, factsForWishes, withGate, withWish, type CriteriaErrors } from '../criteria';
import type { Criteria, Fact } from '../types';
import { AddFact } from './add-fact';
import { GateRow } from './gate-row';
import classes from './panel.module.css';
import { WishRow } from './wish-row';

interface Props {
  readonly criteria: Criteria;
  readonly errors: CriteriaErrors;
  readonly onChange: (criteria: Criteria) => void;
}

/** The requirements and the wishes; one line is open at a time. */
export function CriteriaForm({ criteria, errors, onChange }: Props) {
  const [open, setOpen] = useState<string>();
  const opening = (key: string) => ({ open: open === key, onOpen: (opened: boolean) => setOpen(opened ? key : undefined) });
  const { gates, wishes } = criteria;

  function addGate(fact: Fact): void {
    onChange(withGate(criteria, fact));
    setOpen(keyOf(gates, fact, gates.length));
  }

  function addWish(fact: Fact): void {
    onChange(withWish(criteria, fact));
    setOpen(`wish ${fact}`);
  }

  return (
    <>
      <Part
        title="Requirements"
        sentence="A site fulfils all of them."
        add={<AddFact what="a requirement" choices={factsForGates(criteria)} onAdd={addGate} />}
        empty={gates.length === 0 && 'Every parcel of the area is ranked.'}
      >
        {gates.map((gate, index) => (
          <GateRow
            key={keyOf(gates, gate.fact, index)}
            gate={gate}
            index={index}
            errors={errors}
            {...opening(keyOf(gates, gate.fact, index))}
            onChange={(changed) => onChange(changeGate(criteria, index, changed))}
          />
        ))}
      </Part>
      <Part
        title="Wishes"
        sentence="They rank the sites by their weights."
        add={<AddFact what="a wish" choices={factsForWishes(criteria)} onAdd={addWish} />}
        empty={wishes.length === 0 && 'Add at least one wish, or there is nothing to rank by.'}
      >
        {wishes.map((wish, index) => (
          <WishRow
            key={wish.fact}
            wish={wish}
            wishes={wishes}
            index={index}
            errors={errors}
            {...opening(`wish ${wish.fact}`)}
            onChange={(changed) => onChange(changeWish(criteria, index, changed))}
          />
        ))}
      </Part>
    </>
  );
}

/** A fact may have several gates: places, and in criteria that were not written here. */
function keyOf(gates: Criteria['gates'], fact: Fact, index: number): string {
  return `gate ${fact} ${gates.slice(0, index).filter((gate) => gate.fact === fact).length}`;
}

interface PartProps {
  readonly title: string;
  readonly sentence: string;
  readonly add: ReactNode;
  /** Shown instead of an empty list. */
  readonly empty: string | false;
  readonly children: ReactNode;
}

function Part({ title, sentence, add, empty, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={4}>
        <div>
          <Title order={3} size="h6" id={id}>
            {title}
          </Title>
          <Text size="xs" c="dimmed">
            {sentence}
          </Text>
        </div>
        {add}
      </Group>
      {empty ? (
        <Text size="sm" c="dimmed" py="xs">
          {empty}
        </Text>
      ) : (
        <ul className={classes.rows}>{children}</ul>
      )}
    </section>
  );
}
