import { Button, Group, SimpleGrid, Skeleton, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { letterheadQuery } from '../../api/queries/letterhead';
import { useNotice } from '../../ui/dialogs';
import { QueryPanel } from '../../ui/query-panel';
import { LetterImageField } from './letter-image-field';
import { useSaveLetterhead, type Letterhead } from './letterhead-api';
import { phoneRefusal } from './rules';

/** For admins: the firm's part of every letter. */
export function LetterheadForm() {
  const letterhead = useQuery(letterheadQuery);
  const failure = sentenceOf(letterhead.error, 'Failed to load the letterhead');
  return (
    <section aria-labelledby="letterhead-title">
      <Title order={2} size="h4" mb="sm" id="letterhead-title">
        Letterhead
      </Title>
      <QueryPanel query={letterhead} failure={failure} pending={<Skeleton height={320} maw={640} />}>
        {({ firm }) => <Fields firm={firm} />}
      </QueryPanel>
    </section>
  );
}

type Firm = Letterhead['firm'];

const draftOf = (firm: Firm) => ({
  address: firm.address_lines.join('\n'),
  phone_number: firm.phone_number ?? '',
  website: firm.website ?? '',
  signatory_title: firm.signatory_title ?? '',
  disclaimer: firm.disclaimer ?? '',
});
type Draft = ReturnType<typeof draftOf>;

function Fields({ firm }: { readonly firm: Firm }) {
  const saved = draftOf(firm);
  const [draft, setDraft] = useState(saved);
  const save = useSaveLetterhead();
  const notice = useNotice();
  const refused = save.error instanceof ApiProblem ? save.error.fields : {};
  const changed = (Object.keys(saved) as (keyof Draft)[]).some((name) => draft[name] !== saved[name]);
  const badPhone = phoneRefusal(draft.phone_number);
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value }));
    },
  });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!changed || badPhone || save.isPending) return;
    const { address, ...rest } = draft;
    save.mutate(
      { ...rest, address_lines: address.split('\n') },
      {
        onSuccess: (after) => {
          setDraft(draftOf(after.firm));
          notice.success('Letterhead updated successfully!');
        },
        onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to update the letterhead')),
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={640}>
        <LetterImageField which="logo" label="Logo" url={firm.logo_url} without={`No logo: letters show '${firm.name}' as text.`} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Textarea
            label="Address"
            description="At most 5 lines"
            autosize
            minRows={3}
            error={refused['address_lines']}
            {...field('address')}
          />
          <Stack>
            <TextInput label="Office Phone" type="tel" error={badPhone ?? refused['phone_number']} {...field('phone_number')} />
            <TextInput label="Website" error={refused['website']} {...field('website')} />
          </Stack>
        </SimpleGrid>
        <TextInput
          label="Title of signatory"
          description="Under the name of a user without a job title"
          placeholder="Director, Investments"
          error={refused['signatory_title']}
          {...field('signatory_title')}
        />
        <Textarea
          label="Disclaimer"
          description="At the foot of each page. If empty: no contract exists until committee approval and a signed Purchase and Sale Agreement."
          autosize
          minRows={2}
          maxRows={8}
          error={refused['disclaimer']}
          {...field('disclaimer')}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={!changed || save.isPending} onClick={() => setDraft(saved)}>
            Cancel
          </Button>
          <Button type="submit" disabled={!changed || badPhone !== undefined || save.isPending}>
            Save Letterhead
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
