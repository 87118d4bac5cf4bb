import { expect, it } from 'vitest';
import { floodMeaning, floodRisk, plainWords } from './county-words';

it.each([
  ['APPRAISED', 'Appraised'],
  ['0.2 PCT ANNUAL CHANCE FLOOD HAZARD', '0.2 % annual chance flood hazard'],
  ['AREA OF MINIMAL FLOOD HAZARD', 'Area of minimal flood hazard'],
  ['WITHIN FEMA FLOODWAY', 'Within FEMA floodway'],
  ['Single family', 'Single family'],
  ['AE', 'AE'],
  ['C-2', 'C-2'],
])('writes %s as %s', (entry, plain) => expect(plainWords(entry)).toBe(plain));

it('says what a flood zone means', () => {
  expect(floodRisk('AE')).toBe('High flood risk');
  expect(floodRisk('X')).toBe('Moderate or low flood risk');
  expect(floodRisk('A99')).toBe('High flood risk');
  expect(floodRisk('AREA NOT INCLUDED')).toBeUndefined();
  expect(floodRisk('OPEN WATER')).toBeUndefined();
  expect(floodRisk(null)).toBeUndefined();
});

it('tells a floodway from the zone around it', () => {
  expect(floodMeaning('AE', 'floodway')).toBe('Floodway, to be kept clear');
  expect(floodMeaning('AE', 'sfha')).toBe('High flood risk');
  expect(floodMeaning('X', null)).toBe('Moderate or low flood risk');
});
