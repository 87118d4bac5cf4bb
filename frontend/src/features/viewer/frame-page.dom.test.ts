import { expect, it } from 'vitest';
import { oldWordPage, textPage, webPage, wordPage } from './frame-page';

it('shows a text file as it is written', () => {
  expect(textPage('a < b & <script>x</script>')).toContain('<pre>a &lt; b &amp; &lt;script&gt;x&lt;/script&gt;</pre>');
});

it('shows the paragraphs of an old Word file and says that it is only their text', () => {
  const html = oldWordPage(['Lease <draft>', 'Rent']);
  expect(html).toContain('<p>Lease &lt;draft&gt;</p><p>Rent</p>');
  expect(html).toContain('Text only.');
});

it('takes what runs, submits or frames out of a web page', () => {
  const html = webPage(
    '<h1 onclick="x()">Offer</h1><script>x()</script><iframe src="https://elsewhere.example"></iframe><a href="javascript:x()">go</a><p>kept</p>',
  );
  expect(html).toContain('<h1>Offer</h1>');
  expect(html).toContain('<p>kept</p>');
  expect(html).not.toMatch(/script|iframe|onclick/);
});

it('keeps the style sheets of a Word document, not what runs in it', () => {
  const html = wordPage(
    '<style>.word p{margin:0}</style>',
    '<section class="word"><p onload="x()">Lease</p><img src="x" onerror="x()"></section>',
  );
  expect(html).toContain('<style>.word p{margin:0}</style>');
  expect(html).toContain('<p>Lease</p>');
  expect(html).not.toMatch(/onload|onerror/);
});
