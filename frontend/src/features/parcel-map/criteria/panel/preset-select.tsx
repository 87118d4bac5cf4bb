import { Select } from '@mantine/core';
import { isSame, withPreset } from '../criteria';
import type { Criteria, ProjectCriteria } from '../types';

interface Props {
  readonly presets: ProjectCriteria['presets'];
  readonly criteria: Criteria;
  /** The category whose preset is shown while nothing is saved. */
  readonly presetOf: string | null;
  readonly onChoose: (criteria: Criteria) => void;
}

/** Begins again with the preset of a category. The project's own sizes stay. */
export function PresetSelect({ presets, criteria, presetOf, onChoose }: Props) {
  const shown = presets.find((preset) => isSame(withPreset(criteria, preset.criteria), criteria))?.category ?? presetOf;
  return (
    <Select
      label="Preset"
      size="xs"
      placeholder="Your own criteria"
      allowDeselect={false}
      data={presets.map(({ category }) => ({ value: category, label: category.replace(/^Site Selection - /, '') }))}
      value={shown}
      onChange={(category) => {
        const preset = presets.find((each) => each.category === category);
        if (preset) onChoose(withPreset(criteria, preset.criteria));
      }}
    />
  );
}
