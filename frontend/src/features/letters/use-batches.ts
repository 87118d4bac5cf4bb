import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/client';
import { lastLetterPreview, letterPreviewQuery } from '../../api/queries/letter-register';
import { allOf } from '../../api/queries/query';
import type { LetterGroup } from '../../lib/letter-groups';
import type { LetterBatch } from './api';
import type { TypedTerms } from './letter-terms';
import { emptyRule, readRule, type RuleForm } from './price-rule';

const typingPause = 300;

/** What prices and texts of letters are made by. */
export interface Making {
  readonly form: RuleForm;
  /** Chosen by the user; otherwise the server chooses by the project's category. */
  readonly template: string | undefined;
}

type Prices = Readonly<Record<string, number>>;
type ByProject<T> = Readonly<Record<string, T>>;

const usual: Making = { form: emptyRule, template: undefined };
const noPrices: Prices = {};

/** Today where the user is, as in a calendar. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** A copy with this value, or without it. */
function put<T>(all: Readonly<Record<string, T>>, name: string, value: T | null | undefined): Readonly<Record<string, T>> {
  const next = new Map(Object.entries(all));
  if (value === null || value === undefined) next.delete(name);
  else next.set(name, value);
  return Object.fromEntries(next);
}

/** The letters to make of each project as they are edited, and what they would say. */
export function useBatches(groups: readonly LetterGroup[]) {
  const cache = useQueryClient();
  const [all, setAll] = useState(usual);
  const [own, setOwn] = useState<ByProject<Making>>({});
  const [prices, setPrices] = useState<ByProject<Prices>>({});
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const [date] = useState(today);
  const [lastDay, setLastDay] = useState('');
  const [terms, setTerms] = useState<TypedTerms>({});
  const edited = groups.map(({ projectId, propertyIds }) => {
    const { form, template } = own[projectId] ?? all;
    const { rule, faults } = readRule(form);
    const batch: LetterBatch = {
      project_id: projectId,
      property_ids: [...propertyIds],
      price_rule: rule,
      prices: prices[projectId] ?? noPrices,
      terms: { letter_date: date, ...terms },
      accepted_defaults: [...accepted],
      ...(lastDay && { expires_on: lastDay }),
      ...(template !== undefined && { template_id: template }),
    };
    return { batch, faults };
  });
  const written = JSON.stringify(edited);
  const [settled] = useDebouncedValue(written, typingPause);
  const asked = JSON.parse(settled) as typeof edited;
  const previews = useQueries({
    queries: asked.map(({ batch, faults }) => ({
      ...letterPreviewQuery(batch),
      placeholderData: () => lastLetterPreview(cache, batch),
      enabled: Object.keys(faults).length === 0,
    })),
  });
  const batches = edited.map(({ batch, faults }) => {
    const preview = previews[asked.findIndex((each) => each.batch.project_id === batch.project_id)];
    const isFaulty = Object.keys(faults).length > 0;
    return {
      projectId: batch.project_id,
      /** As the server gets it. */
      batch,
      /** Undefined for a moment after the project has come back. */
      preview,
      /** Whether the preview is of what is edited; also while it is read again, because a property or a contact changed. */
      isCurrent: !isFaulty && settled === written && preview?.isSuccess === true && !preview.isPlaceholderData,
      /** Whether there is none of what is edited. */
      isFailed: settled === written && preview?.isError === true,
      making: own[batch.project_id] ?? all,
      isOwn: own[batch.project_id] !== undefined,
      prices: prices[batch.project_id] ?? noPrices,
      faults: { ...faultsOf(preview?.error, 'price_rule.'), ...faults },
    };
  });
  const errors = previews.map(({ error }) => error);
  return {
    batches,
    /** Reads again what the letters would say. */
    refresh: () => cache.invalidateQueries(allOf(['property', '/letter_jobs/preview'])),
    all,
    setAll,
    /** Undefined takes what is chosen for all. */
    setOwn: (projectId: string, making: Making | undefined) => setOwn((before) => put(before, projectId, making)),
    hasTyped: Object.values(prices).some((of) => Object.keys(of).length > 0) || Object.keys(terms).length > 0,
    setPrice: (projectId: string, propertyId: string, price: number | null) =>
      setPrices((before) => put(before, projectId, put(before[projectId] ?? noPrices, propertyId, price))),
    lastDay,
    setLastDay,
    /** The server's sentence about it. */
    lastDayFault: errors.map((error) => faultsOf(error, '')['expires_on']).find((sentence) => sentence !== undefined),
    /** Typed for all letters. */
    terms,
    setTerm: (term: string, value: TypedTerms[string] | undefined) => setTerms((before) => put(before, term, value)),
    termFaults: Object.fromEntries(errors.flatMap((error) => Object.entries(faultsOf(error, 'terms.')))),
    accepted,
    accept: (term: string, yes: boolean) => setAccepted((before) => (yes ? [...before, term] : before.filter((each) => each !== term))),
  };
}

export type EditedBatch = ReturnType<typeof useBatches>['batches'][number];

/** The server's sentences about the fields with this prefix, by the rest of their names. */
function faultsOf(error: unknown, prefix: string): Readonly<Record<string, string>> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([field, sentence]) => (field.startsWith(prefix) ? [[field.slice(prefix.length), sentence]] : [])),
  );
}
