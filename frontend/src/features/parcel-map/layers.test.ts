import { describe, expect, it } from 'vitest';
import { allShown, readShown } from './layers';

describe('the layers that a person chose', () => {
  it('are shown at first, the county overlay as the specification has it, but no flood zones', () => {
    expect(readShown(undefined)).toEqual(allShown);
    expect(allShown.texas).toEqual({ on: true, opacity: 0.7 });
    expect(allShown.parcels).toEqual({ on: true, opacity: 1 });
    expect(allShown.flood.on).toBe(false);
    expect(readShown('{"flood":{"on":true}}').flood.on).toBe(true);
  });

  it('are read again, and a layer that is new since then is shown', () => {
    const older = { submarket: allShown.submarket, parcels: { on: false, opacity: 0.4 } };
    expect(readShown(JSON.stringify(older))).toEqual({ ...allShown, parcels: { on: false, opacity: 0.4 } });
  });

  it.each(['', 'null', '[]', '7', '{"parcels":5}', '{"parcels":{"on":"no","opacity":"0.5"}}', '{"parcels":{"opacity":9}}'])(
    'are the usual ones where %j is stored',
    (stored) => {
      expect(readShown(stored)).toEqual(allShown);
    },
  );
});
