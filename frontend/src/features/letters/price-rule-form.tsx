import { Select, TextInput } from '@mantine/core';
import classes from './letters.module.css';
import { bases, basisChoices, incomeChoices, type BasisChoice, type RuleForm } from './price-rule';
import type { IncomeKind, RoundTo } from './api';

interface PriceRuleFormProps {
  readonly rule: RuleForm;
  /** Sentences by field. */
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (rule: RuleForm) => void;
}

const modes: readonly { readonly value: RoundTo; readonly label: string }[] = [
  { value: 'nearest', label: 'To the nearest' },
  { value: 'down', label: 'Down' },
  { value: 'up', label: 'Up' },
];

/** How the prices of all letters are calculated. */
export function PriceRuleForm({ rule, faults, onChange }: PriceRuleFormProps) {
  const basis = rule.basis === 'offer' ? undefined : bases[rule.basis];
  const field = (name: 'factor' | 'floor' | 'cap' | 'step', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      inputMode="decimal"
      value={rule[name]}
      error={faults[name]}
      onChange={(event) => onChange({ ...rule, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.rule} role="group" aria-label="Price rule">
      <Select
        label="Price"
        data={[...basisChoices]}
        allowDeselect={false}
        value={rule.basis}
        error={faults['basis']}
        onChange={(value) => onChange({ ...rule, basis: value as BasisChoice })}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      />
      {basis && (
        <>
          {field('factor', `${basis.factor} (${basis.unit})`, rule.basis === 'spec_formula' ? '100' : '')}
          {rule.basis === 'noi_over_cap' && (
            <Select
              label="Whose income"
              data={[...incomeChoices]}
              allowDeselect={false}
              value={rule.income}
              error={faults['income']}
              onChange={(value) => onChange({ ...rule, income: value as IncomeKind })}
            />
          )}
          {field('step', 'Step ($)', '1')}
          {field('floor', 'At least ($)', 'No limit')}
          {field('cap', 'At most ($)', 'No limit')}
          <Select
            label="Rounding"
            data={[...modes]}
            allowDeselect={false}
            value={rule.mode}
            onChange={(value) => onChange({ ...rule, mode: value as RoundTo })}
          />
        </>
      )}
    </div>
  );
}
