import { Editor } from '@tiptap/core';
import { expect, it } from 'vitest';
import { extensions } from '../../lib/letter-schema';
import { termsIn } from './letter-terms';
import { sanitize } from '../../lib/sanitize-letter';

function editorOf(html: string): Editor {
  return new Editor({ element: document.createElement('div'), extensions, content: html });
}

it('keeps a term as one piece, and its words in plain text', () => {
  const editor = editorOf('<p>Price: <span data-term="purchase_price">$950,000</span>.</p>');
  expect(editor.getHTML()).toBe('<p>Price: <span data-term="purchase_price">$950,000</span>.</p>');
  expect(editor.getText()).toBe('Price: $950,000.');
  editor.destroy();
});

it('keeps a date term of a numbered letter with its format', () => {
  const html = '<p><span data-term="dd_days" data-fmt="days_capital">Sixty (60) days</span> after it</p>';
  const editor = editorOf(sanitize(html));
  expect(sanitize(editor.getHTML())).toBe(html);
  expect(sanitize('<span data-term="other" data-fmt="x y">a</span><p data-fmt="days">b</p>')).toBe('<span>a</span><p>b</p>');
  editor.destroy();
});

it('makes text of a term that is written over', () => {
  const editor = editorOf('<p><span data-term="purchase_price">$950,000</span> in cash</p>');
  editor.chain().setTextSelection({ from: 1, to: 2 }).insertContent('To be agreed').run();
  expect(termsIn(editor.getHTML())).toEqual({});
  expect(editor.getText()).toBe('To be agreed in cash');
  editor.destroy();
});

it('keeps bold around a term', () => {
  const html = '<p><strong>Re: <span data-term="subject">9 Elm, Waco</span></strong></p>';
  const editor = editorOf(html);
  expect(editor.getHTML()).toBe(html);
  editor.destroy();
});

it('keeps tables, links and headings that Word and spreadsheets paste', () => {
  const pasted =
    '<h1 style="mso-pagination:none">Rent roll</h1><table border="0" width="200"><col width="90"><tbody><tr><td class="xl65" style="height:15pt">Suite</td><td>Price</td></tr>' +
    '<tr><td>100</td><td align="right">$1</td></tr></tbody></table><p class="MsoNormal"><a href="https://county.example/roll">The roll</a><o:p></o:p></p><h3>Terms</h3>';
  const editor = editorOf(sanitize(pasted));
  const body = new DOMParser().parseFromString(sanitize(editor.getHTML()), 'text/html').body;
  const rows = [...body.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Suite', 'Price'],
    ['100', '$1'],
  ]);
  expect(body.querySelector('a')?.getAttribute('href')).toBe('https://county.example/roll');
  expect([...body.querySelectorAll('h1, h3')].map((heading) => heading.outerHTML)).toEqual(['<h1>Rent roll</h1>', '<h3>Terms</h3>']);
  editor.destroy();
});

it('takes no link that runs', () => {
  const editor = editorOf('<p><a href="javascript:alert(1)">x</a></p>');
  expect(editor.getHTML()).not.toContain('javascript');
  editor.destroy();
});
