import { Button, Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { showFaults } from '../../ui/show-faults';
import { useUnsaved } from '../../ui/unsaved';
import { useSaveIncome, type Income, type IncomeFields, type IncomeKind } from './api';
import classes from './incomes.module.css';
import { kindWords } from './words';

type Amount = 'potential_gross_income' | 'vacancy_and_credit_loss' | 'other_income' | 'operating_expenses';

interface Props {
  readonly propertyId: string;
  /** The income to change; none for a new one. */
  readonly income: Income | undefined;
  readonly onDone: () => void;
}

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }));

/** An income, new or to be changed. The server calculates. */
export function IncomeForm({ propertyId, income, onDone }: Props) {
  const [kind, setKind] = useState<IncomeKind>(income?.kind ?? 'trailing_12');
  const [asOf, setAsOf] = useState(income?.as_of ?? '');
  const [source, setSource] = useState(income?.source ?? '');
  const [reserves, setReserves] = useState(income?.reserves_included ?? false);
  const [amounts, setAmounts] = useState<Readonly<Record<Amount, string | number>>>({
    potential_gross_income: income?.potential_gross_income ?? '',
    vacancy_and_credit_loss: income?.vacancy_and_credit_loss ?? '',
    other_income: income?.other_income ?? 0,
    operating_expenses: income?.operating_expenses ?? '',
  });
  const [edited, setEdited] = useState(false);
  const [tried, setTried] = useState(false);
  const save = useSaveIncome(propertyId, income);
  const notice = useNotice();
  const { mayLeave } = useUnsaved(edited);
  const faults = save.error instanceof ApiProblem ? save.error.fields : {};
  const lacks: Partial<Record<keyof IncomeFields, string>> = {
    ...(asOf === '' && { as_of: 'Enter the day.' }),
    ...(source.trim() === '' && { source: 'Enter where the figures come from.' }),
    ...Object.fromEntries(
      Object.entries(amounts).flatMap(([name, value]) => (typeof value === 'number' ? [] : [[name, 'Enter an amount; 0 for none.']])),
    ),
  };
  const faultOf = (name: keyof IncomeFields) => (tried && lacks[name]) || faults[`income.${name}`];

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (save.isPending) return;
    if (Object.keys(lacks).length > 0) {
      showFaults(event.currentTarget, () => setTried(true));
      return;
    }
    const of = (name: Amount) => Number(amounts[name]);
    try {
      await save.mutateAsync({
        kind,
        as_of: asOf,
        source: source.trim(),
        reserves_included: reserves,
        potential_gross_income: of('potential_gross_income'),
        vacancy_and_credit_loss: of('vacancy_and_credit_loss'),
        other_income: of('other_income'),
        operating_expenses: of('operating_expenses'),
      });
      onDone();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The income could not be saved. Please check the fields.'));
    }
  }

  const amount = (name: Amount, label: string) => (
    <NumberInput
      label={label}
      required
      hideControls
      min={0}
      decimalScale={2}
      thousandSeparator=","
      value={amounts[name]}
      error={faultOf(name)}
      onChange={(value) => setAmounts({ ...amounts, [name]: value })}
    />
  );
  return (
    <form onSubmit={(event) => void submit(event)} onChange={() => setEdited(true)} noValidate>
      <Stack gap="xs">
        <div className={classes.fields}>
          <Select
            label="Whose figures"
            data={kinds}
            allowDeselect={false}
            data-autofocus
            value={kind}
            onChange={(value) => {
              setKind(value as IncomeKind);
              setEdited(true);
            }}
          />
          <TextInput
            label="As of"
            required
            type="date"
            value={asOf}
            error={faultOf('as_of')}
            onChange={(event) => setAsOf(event.currentTarget.value)}
          />
          {amount('potential_gross_income', 'Potential gross income a year ($)')}
          {amount('vacancy_and_credit_loss', 'Vacancy and credit loss ($)')}
          {amount('other_income', 'Other income ($)')}
          {amount('operating_expenses', 'Operating expenses ($)')}
          <TextInput
            label="Source of the figures"
            required
            maxLength={200}
            value={source}
            error={faultOf('source')}
            onChange={(event) => setSource(event.currentTarget.value)}
          />
        </div>
        <Checkbox
          label="The expenses include reserves for replacements"
          description="They do not include debt service, capital expenditure, depreciation, income tax, tenant improvements and commissions."
          checked={reserves}
          onChange={(event) => setReserves(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onDone())}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
