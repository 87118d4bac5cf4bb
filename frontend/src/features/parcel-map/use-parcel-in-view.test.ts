import { describe, expect, it } from 'vitest';
import { fits } from './use-parcel-in-view';

const map = { width: 1000, height: 600 };

describe('a parcel and its popup', () => {
  const popup = { right: 370, height: 340, bottom: 0 };
  it('fit side by side', () => {
    expect(fits([400, 250, 500, 350], popup, map)).toBe(true);
    expect(fits([600, 250, 700, 350], popup, map)).toBe(false);
    expect(fits([-20, 250, 100, 350], popup, map)).toBe(false);
    expect(fits([400, 80, 500, 120], popup, map)).toBe(false);
  });

  it('fit above the sheet on a phone', () => {
    const sheet = { right: 0, height: 0, bottom: 300 };
    expect(fits([100, 100, 200, 250], sheet, { width: 390, height: 600 })).toBe(true);
    expect(fits([100, 250, 200, 350], sheet, { width: 390, height: 600 })).toBe(false);
  });
});
