import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { useOfferFromComps, type CompSet, type Measure } from './api';
import { measureWords, unitPrice, unitWords } from './words';

interface Props {
  readonly set: CompSet;
  readonly onDone: () => void;
}

/** Makes the offer from an average; the server calculates it and freezes the sales. */
export function OfferForm({ set, onDone }: Props) {
  const [measure, setMeasure] = useState<Measure>('median');
  const [percent, setPercent] = useState<string | number>(0);
  const [area, setArea] = useState<string | number>(set.area ?? '');
  const [step, setStep] = useState<string | number>(1000);
  const make = useOfferFromComps(set);
  const notice = useNotice();
  const isWhole = [percent, area, step].every((value) => typeof value === 'number');

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!isWhole || make.isPending) return;
    try {
      const { reason } = await make.mutateAsync({ measure, percent: Number(percent), area: Number(area), step: Number(step) });
      notice.success(`Offer: ${reason}`);
      onDone();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The offer could not be made. Please try again.'));
    }
  }

  const measures = Object.entries(measureWords).map(([value, label]) => ({
    value,
    label: `${label}: ${unitPrice(set.statistics[value as Measure], set.unit)}`,
  }));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Select label="From" data={measures} allowDeselect={false} value={measure} onChange={(value) => setMeasure(value as Measure)} />
        <NumberInput label="Plus or minus (%)" hideControls decimalScale={6} value={percent} onChange={setPercent} />
        <NumberInput
          label={`Area of the property (${set.unit === 'acre' ? 'acres' : unitWords[set.unit]})`}
          hideControls
          min={0}
          decimalScale={6}
          thousandSeparator=","
          value={area}
          onChange={setArea}
        />
        <NumberInput label="Step ($)" hideControls min={1} decimalScale={0} thousandSeparator="," value={step} onChange={setStep} />
        <Text size="xs" c="dimmed">
          The sales are kept as they are now; the offer history shows them.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isWhole} loading={make.isPending}>
            Make the offer
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
