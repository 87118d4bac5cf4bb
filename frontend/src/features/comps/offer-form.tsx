import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { useNotice } from '../../ui/dialogs';
import { showFaults } from '../../ui/show-faults';
import { useUnsaved } from '../../ui/unsaved';
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
  const [tried, setTried] = useState(false);
  const { mayLeave } = useUnsaved(measure !== 'median' || percent !== 0 || area !== (set.area ?? '') || step !== 1000);
  const faults = make.error instanceof ApiProblem ? make.error.fields : {};
  const faultOf = (field: string, value: string | number) => (tried && typeof value !== 'number' ? 'Enter a number.' : faults[field]);

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (make.isPending) return;
    if ([percent, area, step].some((value) => typeof value !== 'number')) {
      showFaults(event.currentTarget, () => setTried(true));
      return;
    }
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
        <Select
          label="From"
          data={measures}
          allowDeselect={false}
          data-autofocus
          value={measure}
          error={faults['measure']}
          onChange={(value) => setMeasure(value as Measure)}
        />
        <NumberInput
          label="Plus or minus (%)"
          required
          hideControls
          decimalScale={6}
          value={percent}
          error={faultOf('percent', percent)}
          onChange={setPercent}
        />
        <NumberInput
          label={`Area of the property (${set.unit === 'acre' ? 'acres' : unitWords[set.unit]})`}
          required
          hideControls
          min={0}
          decimalScale={6}
          thousandSeparator=","
          value={area}
          error={faultOf('area', area)}
          onChange={setArea}
        />
        <NumberInput
          label="Step ($)"
          required
          hideControls
          min={1}
          decimalScale={0}
          thousandSeparator=","
          value={step}
          error={faultOf('step', step)}
          onChange={setStep}
        />
        <Text size="xs" c="dimmed">
          The sales are kept as they are now; the offer history shows them.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onDone())}>
            Cancel
          </Button>
          <Button type="submit" loading={make.isPending}>
            Make the offer
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
