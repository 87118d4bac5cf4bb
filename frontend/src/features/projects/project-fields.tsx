import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countiesQuery, marketsQuery, statesQuery, submarketsQuery } from '../../api/queries/markets';
import { additionalFilters, marketTypes, projectTypes, withChoice, type ProjectDraft } from './project-form';
import classes from './projects.module.css';

interface ProjectFieldsProps {
  readonly draft: ProjectDraft;
  readonly onChange: (draft: ProjectDraft) => void;
  /** Errors of server or form, by the server's field names. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The fields of a project, with dependent selects of state, market and submarket. */
export function ProjectFields({ draft, onChange, errors }: ProjectFieldsProps) {
  const set = (choice: Partial<ProjectDraft>): void => onChange(withChoice(draft, choice));
  // A stored value may be missing from the current lists.
  const withStored = (list: readonly string[], stored: string | null): string[] =>
    stored === null || list.includes(stored) ? [...list] : [stored, ...list];
  return (
    <div className={classes.pair}>
      <TextInput
        className={classes.wide ?? ''}
        label="Project Name"
        required
        maxLength={220}
        value={draft.name}
        error={errors['project_name']}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Select
        className={classes.wide ?? ''}
        label="Type"
        required
        allowDeselect={false}
        data={withStored(projectTypes, draft.type)}
        value={draft.type}
        error={errors['category']}
        onChange={(type) => set({ type })}
      />
      <Textarea
        className={classes.wide ?? ''}
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4000}
        value={draft.description}
        error={errors['description']}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <PlaceFields draft={draft} set={set} errors={errors} />
      <Select
        label="Market Type"
        placeholder="Any"
        clearable
        data={[...marketTypes]}
        value={draft.marketType}
        error={errors['market_type']}
        onChange={(marketType) => set({ marketType })}
      />
      <Select
        label="Additional Filter"
        allowDeselect={false}
        data={withStored(additionalFilters, draft.filter)}
        value={draft.filter}
        error={errors['additional_filter']}
        onChange={(filter) => set({ filter })}
      />
      <Size
        label="Building Size Min (sq ft)"
        value={draft.sqftMin}
        error={errors['bldg_sqft_min']}
        onChange={(sqftMin) => set({ sqftMin })}
      />
      <Size
        label="Building Size Max (sq ft)"
        value={draft.sqftMax}
        error={errors['bldg_sqft_max']}
        onChange={(sqftMax) => set({ sqftMax })}
      />
      <Size label="Site Size Min (acres)" value={draft.siteMin} error={errors['site_size_min']} onChange={(siteMin) => set({ siteMin })} />
      <Size label="Site Size Max (acres)" value={draft.siteMax} error={errors['site_size_max']} onChange={(siteMax) => set({ siteMax })} />
      <Size
        label="Clear Height (ft)"
        value={draft.clearHeight}
        error={errors['clear_height']}
        onChange={(clearHeight) => set({ clearHeight })}
      />
    </div>
  );
}

interface PlaceFieldsProps {
  readonly draft: ProjectDraft;
  readonly set: (choice: Partial<ProjectDraft>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

function PlaceFields({ draft, set, errors }: PlaceFieldsProps) {
  const states = useQuery(statesQuery);
  const counties = useQuery({ ...countiesQuery(draft.state ?? ''), enabled: draft.state !== null });
  const markets = useQuery({ ...marketsQuery(draft.state ?? ''), enabled: draft.state !== null });
  const submarkets = useQuery({ ...submarketsQuery(Number(draft.market)), enabled: draft.market !== null });
  return (
    <>
      <Select
        label="State"
        required
        searchable
        placeholder={states.isError ? 'States could not be loaded' : 'Choose a state'}
        nothingFoundMessage="No such state"
        data={(states.data ?? []).map(({ statefp, name }) => ({ value: statefp, label: name }))}
        value={draft.state}
        error={errors['state']}
        onChange={(state) => set({ state })}
      />
      <Select
        label="County"
        searchable
        clearable
        placeholder="Any"
        nothingFoundMessage="No such county"
        disabled={!counties.data?.length}
        data={(counties.data ?? []).map(({ countyfp, name }) => ({ value: countyfp, label: name }))}
        value={draft.county}
        error={errors['county']}
        onChange={(county) => set({ county })}
      />
      <Select
        label="Market"
        searchable
        clearable
        placeholder={markets.data?.length === 0 ? 'No markets in this state' : 'Any'}
        nothingFoundMessage="No such market"
        disabled={draft.state === null || !markets.data?.length}
        data={(markets.data ?? []).map(({ market_id, market_name }) => ({ value: String(market_id), label: market_name }))}
        value={draft.market}
        error={errors['market']}
        onChange={(market) => set({ market })}
      />
      <Select
        label="Submarket"
        searchable
        clearable
        placeholder="Any"
        nothingFoundMessage="No such submarket"
        disabled={draft.market === null || !submarkets.data?.length}
        data={(submarkets.data ?? []).map(({ submkt_id, sub_mkt_name }) => ({ value: String(submkt_id), label: sub_mkt_name }))}
        value={draft.submarket}
        error={errors['submarket']}
        onChange={(submarket) => set({ submarket })}
      />
    </>
  );
}

interface SizeProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Size({ label, value, error, onChange }: SizeProps) {
  return (
    <NumberInput
      label={label}
      hideControls
      min={0}
      allowNegative={false}
      thousandSeparator=","
      value={value}
      error={error}
      onChange={(next) => onChange(String(next))}
    />
  );
}
