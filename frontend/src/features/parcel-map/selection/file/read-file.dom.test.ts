import { describe, expect, it } from 'vitest';
import { readFile, UnreadableFile } from './read-file';

const file = (name: string, text: string): File => new File([text], name);
const ring = [
  [-95.4, 29.7],
  [-95.3, 29.7],
  [-95.3, 29.8],
  [-95.4, 29.7],
];

it('takes the column of parcel numbers first and keeps zeros', async () => {
  const { columns, areas } = await readFile(file('a.csv', '\uFEFFOwner;APN\r\n"Müller; ""M""";0012\r\n\r\n;0012\nOak;"12-3"\n'));
  expect(columns).toEqual([
    { name: 'APN', lines: ['0012', '12-3'] },
    { name: 'Owner', lines: ['Müller; "M"', 'Oak'] },
  ]);
  expect(areas).toBeUndefined();
});

it('takes one column without a header as a list', async () => {
  expect((await readFile(file('a.txt', '100 Main St\n12-3\n'))).columns).toEqual([{ name: 'Lines', lines: ['100 Main St', '12-3'] }]);
});

it('reads what our own export disarmed', async () => {
  const { columns } = await readFile(file('parcels.csv', "parcelnumb,owner\r\n'-12,x\r\n"));
  expect(columns[0]).toEqual({ name: 'parcelnumb', lines: ['-12'] });
});

it('reads areas and columns of GeoJSON', async () => {
  const polygon = { type: 'Feature', properties: { parcelnumb: 12, note: null }, geometry: { type: 'Polygon', coordinates: [ring] } };
  const point = { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: [0, 0] } };
  const content = await readFile(file('a.geojson', JSON.stringify({ type: 'FeatureCollection', features: [polygon, point] })));
  expect(content.areas).toEqual({ type: 'MultiPolygon', coordinates: [[ring]] });
  expect(content.columns).toEqual([{ name: 'parcelnumb', lines: ['12'] }]);
});

it('reads what a map shows: areas, lines, points, and rows with a place', async () => {
  const point = { type: 'Point', coordinates: [-95.3, 29.7] };
  const line = { type: 'LineString', coordinates: ring };
  const features = [point, line, null].map((geometry) => ({ type: 'Feature', properties: { apn: '1' }, geometry }));
  const geometries = async (name: string, text: string) => (await readFile(file(name, text))).shapes?.map(({ geometry }) => geometry);
  expect(await geometries('a.json', JSON.stringify({ type: 'FeatureCollection', features }))).toEqual([point, line]);
  expect(await geometries('a.json', JSON.stringify(line))).toEqual([line]);
  expect(await geometries('a.csv', 'apn,Longitude,LAT\n1,-95.3,29.7\n2,,\n')).toEqual([point]);
  expect(await geometries('a.csv', 'apn,lat\n1,29.7\n')).toEqual([]);
  const placemark = (shape: string) => `<Placemark>${shape}</Placemark>`;
  const coordinates = '<coordinates>-95.3,29.7,0</coordinates>';
  const kml = placemark(`<Point>${coordinates}</Point>`) + placemark(`<LineString>${coordinates}</LineString>`);
  expect(await geometries('a.kml', `<kml xmlns="http://www.opengis.net/kml/2.2">${kml}</kml>`)).toEqual([
    { type: 'MultiPoint', coordinates: [[-95.3, 29.7]] },
    { type: 'MultiLineString', coordinates: [[[-95.3, 29.7]]] },
  ]);
});

it('reads points, each once and without its height, and lines that have a direction', async () => {
  const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });
  const shapes = [
    point(-95.3, 29.7, 12),
    {
      type: 'MultiPoint',
      coordinates: [
        [-95.3, 29.7],
        [-95.123456789, 29],
      ],
    },
    { type: 'GeometryCollection', geometries: [point(-95, 30), { type: 'LineString', coordinates: ring }] },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [-95, 29, 4],
          [-95, 30, 5],
        ],
        [[-95, 29]],
      ],
    },
  ];
  const features = shapes.map((geometry) => ({ type: 'Feature', properties: null, geometry }));
  const { points, routes } = await readFile(file('a.json', JSON.stringify({ type: 'FeatureCollection', features })));
  expect(points).toEqual([
    [-95.3, 29.7],
    [-95.1234568, 29],
    [-95, 30],
  ]);
  expect(routes).toEqual([
    ring,
    [
      [-95, 29],
      [-95, 30],
    ],
  ]);
});

it.each([
  ['a.csv', 'apn,x,y\n1,3120000,13840000\n'],
  ['a.csv', 'apn,lon,lat\n1,east,29.7\n'],
  ['a.json', JSON.stringify({ type: 'Feature', properties: { apn: '1' }, geometry: { type: 'Point', coordinates: ['-95', '29'] } })],
])('shows nothing of %s where a position is no longitude and latitude: %s', async (name, text) => {
  const { shapes, columns, points } = await readFile(file(name, text));
  expect(shapes).toBeUndefined();
  expect(points).toEqual([]);
  expect(columns[0]?.name).toBe('apn');
});

it('reads areas with holes and data of KML', async () => {
  const written = (positions: number[][]) => positions.map((position) => [...position, 0].join(',')).join('\n ');
  const boundary = (side: string) =>
    `<${side}BoundaryIs><LinearRing><coordinates>${written(ring)}</coordinates></LinearRing></${side}BoundaryIs>`;
  const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>1 Main St</name>
    <ExtendedData><Data name="apn"><value> 12 </value></Data></ExtendedData>
    <MultiGeometry><Polygon>${boundary('outer')}${boundary('inner')}</Polygon></MultiGeometry></Placemark></Document></kml>`;
  const content = await readFile(file('a.kml', kml));
  expect(content.areas?.coordinates).toEqual([[ring, ring]]);
  expect(content.columns.map(({ name }) => name)).toEqual(['apn', 'name']);
});

it.each([
  ['a.pdf', 'x', 'Choose a CSV, KML or GeoJSON file.'],
  ['a.csv', ' \n', 'The file is empty.'],
  ['a.csv', 'apn\n', 'There are no parcel numbers, addresses or shapes in this file.'],
  ['a.geojson', '{', 'This is no GeoJSON file, or it is damaged.'],
  ['a.geojson', '[]', 'There are no features in this file.'],
  ['a.kml', '<kml', 'This is no KML file, or it is damaged.'],
  ['a.kml', '<html/>', 'This is no KML file, or it is damaged.'],
  [
    'a.json',
    JSON.stringify({ crs: { properties: { name: 'urn:ogc:def:crs:EPSG::2278' } }, features: [] }),
    'The file’s coordinates are not longitude and latitude (WGS 84). Please export it in WGS 84.',
  ],
])('says of %s (%s) why it selects nothing', async (name, text, sentence) => {
  await expect(readFile(file(name, text))).rejects.toThrow(new UnreadableFile(sentence));
});

it('refuses areas that the server would refuse, and offers the columns', async () => {
  const content = (coordinates: unknown) =>
    readFile(
      file(
        'a.json',
        JSON.stringify({ type: 'Feature', properties: { apn: '1' }, geometry: { type: 'Polygon', coordinates: [coordinates] } }),
      ),
    );
  const feet = await content(ring.map(([x = 0, y = 0]) => [x * 10_000, y]));
  expect(feet.areasRefused).toBe('The areas of this file are not in longitude and latitude.');
  expect(feet.areas).toBeUndefined();
  expect(feet.columns).toHaveLength(1);
  const many = await content(Array.from({ length: 10_001 }, (_, at) => [-95 + at / 100_000, 29]));
  expect(many.areasRefused).toContain('more than 10,000 positions');
});

describe('the names of shapes', () => {
  const names = async (name: string, text: string) => (await readFile(file(name, text))).shapes?.map(({ properties }) => properties?.name);
  const point = (properties: Record<string, unknown>) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [-95, 29] },
  });
  const json = (...all: Record<string, unknown>[]) => JSON.stringify({ type: 'FeatureCollection', features: all.map(point) });

  it('are those of the likeliest property, in any case, of each shape', async () => {
    const all = [{ id: 4, NAME: ' Dock ' }, { Title: 'Yard', name: '' }, { label: 7 }, { id: 4, name: null }];
    expect(await names('a.geojson', json(...all))).toEqual(['Dock', 'Yard', '7', undefined]);
    expect(await names('a.geojson', json({ name: 'x'.repeat(61) }))).toEqual([`${'x'.repeat(59)}…`]);
  });

  it('are in a column of a table, and in a KML file', async () => {
    expect(await names('a.csv', 'Lat,Lon,Site_Name\n29,-95,Dock\n30,-95,\n')).toEqual(['Dock', undefined]);
    const kml = '<kml><Placemark><name>Yard</name><Point><coordinates>-95,29</coordinates></Point></Placemark></kml>';
    expect(await names('a.kml', kml)).toEqual(['Yard']);
  });
});
