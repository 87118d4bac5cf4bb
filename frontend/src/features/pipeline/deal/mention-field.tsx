import { Combobox, Textarea, useCombobox, type TextareaProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { peopleQuery } from '../../../api/queries/people';
import { matching, mentionAt } from '../../../lib/mentions';

interface MentionFieldProps extends Omit<TextareaProps, 'value' | 'onChange' | 'onKeyDown' | 'onSelect' | 'onBlur'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for text that offers the firm's people after an `@`. */
export function MentionField({ value, onChange, ...field }: MentionFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const people = useQuery(peopleQuery);
  /** None while the field has no focus. */
  const [caret, setCaret] = useState<number>();
  /** Where Escape closed the list. */
  const [closedAt, setClosedAt] = useState<number>();
  const typed = caret === undefined ? undefined : mentionAt(value, caret);
  const found = typed ? matching(people.data ?? [], typed.query) : [];
  const failed = people.isError && !people.data;
  const opened = typed !== undefined && typed.start !== closedAt && (found.length > 0 || failed);
  const combobox = useCombobox({ opened, onOpenedChange: (open) => !open && setClosedAt(typed?.start) });
  const { selectFirstOption } = combobox;
  const query = opened ? typed.query : undefined;

  useEffect(() => {
    if (query !== undefined) selectFirstOption();
  }, [query, selectFirstOption]);

  function choose(name: string): void {
    if (!typed || caret === undefined) return;
    const before = `${value.slice(0, typed.start)}@${name} `;
    onChange(before + value.slice(caret).replace(/^ /, ''));
    setCaret(before.length);
    // The caret is set once the new text is shown.
    setTimeout(() => input.current?.setSelectionRange(before.length, before.length));
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Escape closes the list first, and then what is around the field.
    if (opened && event.key === 'Escape') event.stopPropagation();
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withKeyboardNavigation={opened}>
        <Textarea
          size="xs"
          autosize
          maxLength={5000}
          placeholder="Type @ to mention somebody"
          {...field}
          ref={input}
          value={value}
          onChange={(event) => {
            const { value: text, selectionStart } = event.currentTarget;
            onChange(text);
            setCaret(selectionStart);
            // Another @ opens it again.
            if (closedAt !== undefined && text.charAt(closedAt) !== '@') setClosedAt(undefined);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setCaret(undefined)}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="People" mah={240} style={{ overflowY: 'auto' }}>
          {found.map(({ user_id, name }) => (
            <Combobox.Option key={user_id} value={name}>
              {name}
            </Combobox.Option>
          ))}
          {failed && <Combobox.Empty role="alert">{sentenceOf(people.error, 'The people could not be loaded.')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
