/** Colours of the base map's streets, land and names: paper and ink like the app, in light and dark, and what is legible on imagery. */
import type { Flavor } from '@protomaps/basemaps';

/** A palette of the base map. */
export interface Palette extends Flavor {
  /** Borders of states and counties. */
  readonly borders: string;
  /** Width of the edge around names, in pixels. */
  readonly halo: number;
}

/** The app's font, which MapLibre draws itself; the first name only sets weight or slope. */
const fonts = { regular: 'Inter Variable', bold: 'Inter Semibold,Inter Variable', italic: 'Inter Italic,Inter Variable' };

interface Roads {
  readonly casing: string;
  readonly minor: string;
  readonly major: string;
  readonly highway: string;
  readonly highwayCasing: string;
}

type Ways = Extract<keyof Flavor, `tunnel_${string}` | `bridges_${string}`>;

/** The same colours above ground, in tunnels and on bridges. */
function roads({ casing, minor, major, highway, highwayCasing }: Roads) {
  const ways = {
    other_casing: casing,
    minor_casing: casing,
    link_casing: casing,
    major_casing: casing,
    highway_casing: highwayCasing,
    other: minor,
    minor,
    link: major,
    major,
    highway,
  };
  const elsewhere = ['tunnel', 'bridges'].flatMap((where) => Object.entries(ways).map(([way, colour]) => [`${where}_${way}`, colour]));
  return {
    ...ways,
    minor_service_casing: casing,
    major_casing_early: casing,
    major_casing_late: casing,
    highway_casing_early: highwayCasing,
    highway_casing_late: highwayCasing,
    minor_service: minor,
    minor_a: minor,
    minor_b: minor,
    ...(Object.fromEntries(elsewhere) as Record<Ways, string>),
  };
}

interface Names {
  readonly halo: string;
  readonly road: string;
  readonly city: string;
  readonly region: string;
  readonly water: string;
}

function names({ halo, road, city, region, water }: Names) {
  return {
    roads_label_minor: road,
    roads_label_minor_halo: halo,
    roads_label_major: road,
    roads_label_major_halo: halo,
    ocean_label: water,
    subplace_label: region,
    subplace_label_halo: halo,
    city_label: city,
    city_label_halo: halo,
    state_label: region,
    state_label_halo: halo,
    country_label: region,
    address_label: road,
    address_label_halo: halo,
  };
}

interface Land {
  readonly earth: string;
  readonly water: string;
  readonly green: string;
  /** Industry, schools, airfields and the like. */
  readonly built: string;
  readonly buildings: string;
  readonly sand: string;
  readonly lines: string;
}

function land({ earth, water, green, built, buildings, sand, lines }: Land) {
  return {
    background: earth,
    earth,
    water,
    park_a: green,
    park_b: green,
    wood_a: green,
    wood_b: green,
    scrub_a: green,
    scrub_b: green,
    zoo: green,
    hospital: built,
    industrial: built,
    school: built,
    pedestrian: built,
    aerodrome: built,
    military: built,
    runway: buildings,
    pier: buildings,
    buildings,
    sand,
    beach: sand,
    glacier: sand,
    railway: lines,
    boundaries: lines,
  };
}

export const lightPalette: Palette = {
  ...fonts,
  ...land({
    earth: '#f3f0e9',
    water: '#bfd6e4',
    green: '#d5e5cd',
    built: '#e9e5de',
    buildings: '#dfdad0',
    sand: '#f0ead8',
    lines: '#8b8f9c',
  }),
  ...roads({ casing: '#dbd6ca', minor: '#ffffff', major: '#ffffff', highway: '#f8dfa3', highwayCasing: '#dcc07c' }),
  ...names({ halo: '#fbfaf6', road: '#5f6472', city: '#2b3346', region: '#747b8b', water: '#4f7896' }),
  borders: '#8b8f9c',
  halo: 1.4,
};

export const darkPalette: Palette = {
  ...fonts,
  ...land({
    earth: '#1f2633',
    water: '#121a27',
    green: '#213129',
    built: '#262d3a',
    buildings: '#2a3241',
    sand: '#2a2f38',
    lines: '#69748a',
  }),
  ...roads({ casing: '#171d28', minor: '#343d4e', major: '#434d61', highway: '#6b6248', highwayCasing: '#171d28' }),
  ...names({ halo: '#171d28', road: '#a3adbe', city: '#dde2ea', region: '#8b95a8', water: '#6f8cab' }),
  borders: '#5d6880',
  halo: 1.4,
};

/** Over imagery. The ground shows only where a picture is missing. */
export const hybridPalette: Palette = {
  ...darkPalette,
  earth: '#2b323e',
  water: '#1b2635',
  boundaries: 'rgba(255, 255, 255, 0.75)',
  ...roads({
    casing: 'rgba(12, 25, 48, 0.35)',
    minor: 'rgba(255, 255, 255, 0.28)',
    major: 'rgba(255, 255, 255, 0.45)',
    highway: 'rgba(248, 223, 163, 0.65)',
    highwayCasing: 'rgba(12, 25, 48, 0.45)',
  }),
  ...names({ halo: 'rgba(8, 14, 26, 0.9)', road: '#ffffff', city: '#ffffff', region: '#e6e9f0', water: '#cfe4f5' }),
  borders: '#ffffff',
  halo: 1.6,
};
