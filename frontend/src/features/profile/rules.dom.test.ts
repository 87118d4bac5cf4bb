import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../api/client';
import { avatarFailure, avatarRefusal, emailRefusal, passwordFailure, phoneRefusal, splitName } from './rules';

it('splits a name at its first whitespace', () => {
  expect(splitName('  Ada  King Lovelace ')).toEqual({ fname: 'Ada', lname: 'King Lovelace' });
  expect(splitName('Ada')).toEqual({ fname: 'Ada', lname: '' });
});

describe('a phone number', () => {
  it.each(['', '555-0100', '+1 (713) 555.0100', '1234567'])('may be %j', (phone) => expect(phoneRefusal(phone)).toBeUndefined());
  it.each(['123456', 'call me 123', '555-0100 x4'])('may not be %j', (phone) => {
    expect(phoneRefusal(phone)).toBe('Use at least 7 characters (digits and - + ( ) . allowed).');
  });
});

describe('an e-mail address', () => {
  it.each(['a@b.example'])('may be %j', (email) => expect(emailRefusal(email)).toBeUndefined());
  it.each(['', 'a', 'a@b', 'a b@c.example'])('may not be %j', (email) => {
    expect(emailRefusal(email)).toBe('Please enter a valid email address.');
  });
});

describe('a picture', () => {
  const tooLarge = 'Image too large (max 20MB). Choose a smaller file.';
  it('may have 20 MB and no byte more', () => {
    expect(avatarRefusal({ size: 20_971_520, type: 'image/png' })).toBeUndefined();
    expect(avatarRefusal({ size: 20_971_521, type: 'image/webp' })).toBe(tooLarge);
  });
  it('is PNG, JPEG or WebP', () => {
    expect(avatarRefusal({ size: 10, type: 'image/jpeg' })).toBeUndefined();
    expect(avatarRefusal({ size: 10, type: 'image/svg+xml' })).toBe('Choose a PNG, JPEG or WebP image.');
  });
  it('fails with the server’s message, else its status, else a sentence of its own', () => {
    expect(avatarFailure(new ApiProblem(415, { error: 'This is no picture.' }))).toBe('This is no picture.');
    expect(avatarFailure(new ApiProblem(502, undefined))).toBe('Avatar upload failed (502)');
    expect(avatarFailure(new ApiProblem(0, undefined))).toBe('Failed to upload avatar');
  });
});

it('says why a password was not changed', () => {
  expect(passwordFailure(new ApiProblem(422, { message: 'Too short.' }))).toBe('Too short.');
  expect(passwordFailure(new ApiProblem(500, {}))).toBe('Failed to change password');
  expect(passwordFailure(new ApiProblem(0, undefined))).toBe('Network error. Please try again.');
});
