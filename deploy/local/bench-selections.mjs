// Measures selections, counts of filters, owner groups and a project of 10,000 parcels through the proxy; exit 1 when one takes longer than
// its limit. Started by bench-search.sh.
import { columnAt, county, idOf, numberOf, placeAt, rowAt, scaleAt } from './bench-made-city.mjs';
import { begin, count, fail, inProject, median, show, signIn, timed } from './bench-session.mjs';

const { call, send } = await signIn('analyst@meridian.example');
const select = (body) => call('POST', '/api-2/parcel_selections', body);

// In the middle of the city, on lots of 36 x 42 m, with streets 38 x 52 m.
const [east, north] = [columnAt(500), rowAt(500)];
/** A hand-drawn line around some 5,000 lots. */
const lasso = Array.from({ length: 400 }, (_, at) => {
  const turn = (at / 400) * 2 * Math.PI;
  const reach = 1780 + 60 * Math.sin(9 * turn);
  return placeAt(east + reach * Math.cos(turn), north + reach * Math.sin(turn));
});
const centre = placeAt(east, north);
/** Through the city from west to east, with a bend at each block. */
const road = Array.from({ length: 100 }, (_, at) => placeAt(columnAt(at * 10), north + 300 * Math.sin(at / 8)));
/** All over the city; each lot before one of them is of the owner of 10,000. */
const numbers = Array.from({ length: 10000 }, (_, at) => numberOf(at * 98 + 1));

/** A row of a selection; `least` parcels are needed for a meaningful time. */
async function selection(name, body, limit, least = 1) {
  let selected;
  const seconds = await median(async () => (selected = await select(body)));
  show(`selection: ${name}, ${count(selected.count)} parcels`, seconds, limit);
  if (selected.count < least) fail(`${name}: ${selected.count} parcels, not ${count(least)} or more`);
  return selected;
}

async function selections(project_id) {
  await selection('a county', { county_fips: '99002', filter: 'll_gisacre > 0', project_id }, 5, 90000);
  await selection('lasso', { area: { type: 'Polygon', coordinates: [[...lasso, lasso[0]]] }, project_id }, 2, 3000);
  const circle = { lon: centre[0], lat: centre[1], radius_m: 1700 * scaleAt(centre) };
  await selection('radius', { circle, project_id }, 2, 3000);
  await selection('corridor', { corridor: { line: { type: 'LineString', coordinates: road }, distance_m: 60 }, project_id }, 2, 1000);
  await selection('everything of an owner', { owner_of: idOf(0), project_id }, 3, 10000);
  // At most 100,000 parcels: a larger area is refused, and as fast.
  const refusing = await median(async () => {
    const { status } = await send('POST', '/api-2/parcel_selections', { filter: "county_fips LIKE '99%'", project_id });
    if (status !== 422) throw new Error(`status ${status}`);
  });
  show('selection: ten counties, refused', refusing, 5);
  return selection('10,000 pasted numbers', { numbers, project_id }, 3, 10000);
}

async function counts(project_id) {
  for (const [name, body, limit] of [
    ['a county', { county_fips: '99002', filter: "ll_gisacre >= 0.29 AND zoning = 'C-2' AND year_built < 1950" }, 2],
    ['ten counties', { filter: "county_fips LIKE '99%' AND ll_gisacre >= 0.29 AND zoning = 'C-2' AND year_built < 1935" }, 5],
  ]) {
    let found;
    const seconds = await median(async () => (found = await select(body)));
    show(`count of a filter: ${name}, ${count(found.count)} parcels`, seconds, limit);
  }
  // What the filter panel asks while chips are changed: the area, the filter as a whole, and each chip.
  const chips = ['ll_gisacre >= 0.29', "zoning = 'C-2'", 'year_built < 1950', 'in_flood_zone = FALSE'];
  const filters = [chips.join(' AND '), ...chips];
  for (const [name, body, limit] of [
    ['counts of 5 filters: a county', { county_fips: '99002', filters, project_id }, 2],
    ['counts of 5 filters: everywhere', { filters, project_id }, 5],
    ['count of the flood zone: a county', { county_fips: '99003', filters: ['in_flood_zone = TRUE'] }, 2],
  ]) {
    let counted;
    const seconds = await median(async () => (counted = await call('POST', '/api-2/parcel_counts', body)));
    const said = (found) => `${found.is_estimate ? 'about ' : ''}${count(found.count)}`;
    show(`${name}, ${said(counted.total)} parcels`, seconds, limit, `match: ${counted.counts.map(said).join(' · ')}`);
  }
}

/** The owners that bench-search.sql makes, by one of their parcels. */
async function ownerGroups() {
  for (const [parcel, parcels, limit] of [
    [501, 8, 1],
    [0, 10000, 3],
  ]) {
    let group;
    const seconds = await median(async () => (group = await call('GET', `/api-2/parcels/${idOf(parcel)}/owner_group`)));
    show(`owner group, ${count(group.count)} parcels`, seconds, limit);
    if (group.count !== parcels) fail(`the owner has ${parcels} parcels, not ${group.count}`);
  }
}

/** A project with all that one step may add, opened on the map; its discards rest on facts, which are read again. */
async function fullProject(project_id, selection_id) {
  const { result, seconds } = await timed(() => call('POST', '/api/add_markers', { project_id, selection_id }));
  const { added } = result;
  show(`${count(added)} parcels added to a project`, seconds, 10);
  if (added !== 10000) fail('the project has not the 10,000 parcels whose reading is measured');
  const ll_uuids = Array.from({ length: 1000 }, (_, at) => idOf(at * 98 + 2));
  await call('POST', '/api/discard_parcels', { project_id, ll_uuids, reason: 'size' });
  let read;
  const reading = await median(async () => (read = await call('GET', `/api/project_parcels?project_id=${project_id}`)));
  const known = read.parcels.filter(({ facts, geometry }) => facts && geometry).length;
  show(`project of ${count(known)} parcels, ${count(ll_uuids.length)} discards`, reading, 5);
  if (known !== added) fail(`facts and outlines of ${known} parcels, not of ${added}`);
  show('what it has reviewed, for selections', await median(() => call('GET', `/api/reviewed_parcels?project_id=${project_id}`)), 1);
}

/** The search of a county, whose farms are large enough; and the largest area of which all pieces of land are joined. */
async function assemblages(project_id) {
  const corners = [placeAt(columnAt(300) - 1, rowAt(300) - 1), placeAt(columnAt(400) - 1, rowAt(498) - 1)];
  for (const [name, place, wanted] of [
    ['a county', { county_fips: county }, { min_acres: 10, max_owners: 3 }],
    ['an area of lots', { bbox: corners.flat() }, { min_acres: 0.8, max_owners: 3 }],
  ]) {
    let sites;
    const body = { ...place, ...wanted, project_id };
    const seconds = await median(async () => (sites = await call('POST', '/api-2/assemblage_searches', body)));
    show(`assemblages: ${name}, ${count(sites.parcels)} parcels`, seconds, 5, `${sites.found} found`);
  }
}

begin('selections, counts, owners and assemblages', 'median of 3');
await inProject(call, 'Site Selection - Industrial/Logistics', async (project_id) => {
  const pasted = await selections(project_id);
  await counts(project_id);
  await ownerGroups();
  await assemblages(project_id);
  await fullProject(project_id, pasted.selection_id);
});
