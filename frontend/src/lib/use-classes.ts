/** Names of the classes to which the codes of land use of counties are mapped. */
export const useClassNames: Readonly<Record<string, string>> = {
  industrial: 'Industrial',
  office: 'Office',
  retail: 'Retail',
  commercial: 'Commercial',
  hospitality: 'Hospitality',
  multifamily: 'Multifamily',
  residential: 'Residential',
  agricultural: 'Agricultural',
  public: 'Public',
  vacant: 'Vacant',
  other: 'Other',
};
