import { useQuery } from '@tanstack/react-query';
import type { Polygon } from 'geojson';
import { useState } from 'react';
import { submarketOutlineQuery } from '../../../../api/queries/markers';
import { boundsOf } from '../../geometry';
import { useMapPage } from '../../map-page';
import { useKept } from '../../use-kept';
import { areaName, areaOf, usualChoice, type Area, type AreaChoice } from './area';
import type { Places } from './use-places';

/** Characters of a search's name that the server takes. */
const longestName = 80;

/** Where to search: what is chosen, and what is drawn, kept for the view `of`. `usual` is what is chosen at first. */
export function useAreaChoice(of: string, places: Places, usual: AreaChoice = usualChoice(places)) {
  const { projectId, map } = useMapPage();
  const [chosen, setChosen] = useKept<AreaChoice | undefined>(projectId, `${of} area`, undefined);
  const [drawn, setDrawn] = useKept<Polygon | undefined>(projectId, `${of} drawn`, undefined);
  const [drawing, setDrawing] = useState(false);
  const choice = chosen ?? usual;
  const submarket = useQuery({ ...submarketOutlineQuery(projectId), enabled: choice === 'submarket' });
  const outline = choice === 'drawn' ? drawn : choice === 'submarket' ? submarket.data : undefined;
  return {
    places,
    choice,
    drawn,
    drawing,
    /** Box of the area, if its outline is known here. */
    bounds: outline ? boundsOf(outline) : undefined,
    choose: (next: AreaChoice) => {
      setChosen(next);
      setDrawing(next === 'drawn');
    },
    draw: () => setDrawing(true),
    endDrawing: () => setDrawing(false),
    onDrawn: (area: Polygon) => {
      setDrawn(area);
      setDrawing(false);
    },
    /** The area as of now; undefined if it is still to be drawn, which then begins. */
    area: (): Area | undefined => {
      const view = map.current?.getBounds();
      const area = areaOf(choice, places, view && [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()], drawn);
      if (!area && choice === 'drawn') setDrawing(true);
      return area;
    },
    name: (): string =>
      areaName(choice, places, (fips) => places.counties.find((each) => each.fips === fips)?.name ?? fips).slice(0, longestName),
  };
}

export type AreaState = ReturnType<typeof useAreaChoice>;
