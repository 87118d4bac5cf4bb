import { Badge, Button, Group, Text } from '@mantine/core';
import { sentenceOf } from '../../api/client';
import { calendarDay, currency } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';
import { useDeleteIncome, type Income } from './api';
import classes from './incomes.module.css';
import { capRateWords, kindWords } from './words';

interface Props {
  readonly income: Income;
  readonly onEdit: () => void;
}

/** An income: how its net operating income is made up, and its cap rate. */
export function IncomeLine({ income, onEdit }: Props) {
  const remove = useDeleteIncome();
  const notice = useNotice();
  const name = `${kindWords[income.kind]} as of ${calendarDay(income.as_of)}`;

  async function takeAway(): Promise<void> {
    const incomeId = income.income_id;
    try {
      await remove.mutateAsync({ incomeId });
      notice.undo(`The income (${name}) was deleted.`, () => remove.mutateAsync({ incomeId, restore: true }));
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The income could not be deleted. Please try again.'));
    }
  }

  const figures = [
    ['Potential gross income', currency(income.potential_gross_income)],
    ['Vacancy and credit loss', currency(income.vacancy_and_credit_loss)],
    ['Other income', currency(income.other_income)],
    ['Effective gross income', currency(income.effective_gross_income)],
    [income.reserves_included ? 'Operating expenses with reserves' : 'Operating expenses', currency(income.operating_expenses)],
    ['NOI', currency(income.noi)],
    ['Cap rate', capRateWords(income)],
  ] as const;
  return (
    <li className={classes.item}>
      <Text size="sm">As of {calendarDay(income.as_of)}</Text>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {income.unusual && (
        <Badge size="sm" variant="light" color="yellow" tt="none">
          Look at this: cap rates are usually 2 % to 15 %
        </Badge>
      )}
      <Text size="xs" c="dimmed">
        {income.source} ({income.created_by_name})
      </Text>
      <Group gap={4}>
        <Button size="compact-xs" variant="subtle" aria-label={`Edit: ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Delete: ${name}`}
          disabled={remove.isPending}
          onClick={() => void takeAway()}
        >
          Delete
        </Button>
      </Group>
    </li>
  );
}
