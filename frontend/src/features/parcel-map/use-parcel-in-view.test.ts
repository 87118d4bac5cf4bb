import { describe, expect, it } from 'vitest';
import { fits, underSheet } from './use-parcel-in-view';

const map = { width: 1000, height: 600 };

describe('a parcel and its popup', () => {
  const popup = { top: 64, left: 0, right: 370, height: 340, sheet: 0 };
  it('fit side by side', () => {
    expect(fits([400, 250, 500, 350], popup, map)).toBe(true);
    expect(fits([600, 250, 700, 350], popup, map)).toBe(false);
    expect(fits([-20, 250, 100, 350], popup, map)).toBe(false);
    expect(fits([400, 80, 500, 120], popup, map)).toBe(false);
    expect(fits([400, 250, 500, 350], { ...popup, left: 396 }, map)).toBe(true);
    expect(fits([390, 250, 500, 350], { ...popup, left: 396 }, map)).toBe(false);
  });

  it('fit above the sheet on a phone, between the tools and the attribution', () => {
    const phone = { width: 390, height: 788 };
    const sheet = underSheet(322, phone.height);
    expect(fits([100, 110, 200, 400], sheet, phone)).toBe(true);
    expect(fits([100, 90, 200, 250], sheet, phone)).toBe(false);
    expect(fits([100, 250, 200, 460], sheet, phone)).toBe(false);
  });

  it('leave the parcel a strip of a low screen, in front of the tools if need be', () => {
    const sheet = underSheet(230, 330);
    expect(sheet.top).toBe(0);
    expect(fits([100, 0, 200, 50], sheet, { width: 700, height: 330 })).toBe(true);
  });
});
