import { expect, it } from 'vitest';
import { blocksOf } from './blocks';

it('counts the blocks of a letter as the server does', () => {
  const html =
    '<h2>Terms</h2><p></p><ul><li>one</li><li><p>two</p><ol><li>deep</li></ol></li></ul><hr><table><tbody><tr><td>x</td><td></td></tr></tbody></table>';
  expect(blocksOf(html)).toEqual([
    { value: '0', label: 'Terms' },
    { value: '2', label: 'one' },
    { value: '3', label: 'two' },
    { value: '4', label: 'deep' },
    { value: '6', label: 'x' },
  ]);
});

it('cuts long blocks', () => {
  expect(blocksOf(`<p>${'a'.repeat(80)}</p>`)[0]?.label).toBe(`${'a'.repeat(60)}…`);
});
