export const presets = [
  { value: 'industrial', label: 'Industrial' },
  { value: 'office', label: 'Office' },
  { value: 'retail', label: 'Retail' },
  { value: 'multifamily', label: 'Multifamily' },
  { value: 'general', label: 'General' },
] as const;

type Preset = (typeof presets)[number]['value'];

/** The preset of a project's market type. */
export function presetOf(marketType: string | null | undefined): Preset {
  return presets.find(({ label }) => label === marketType)?.value ?? 'general';
}
