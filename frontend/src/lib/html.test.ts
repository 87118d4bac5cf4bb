import { expect, it } from 'vitest';
import { escapeHtml } from './html';

it('escapes all five characters', () => {
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
});
