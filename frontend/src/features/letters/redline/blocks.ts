import { sanitize } from '../../../lib/sanitize-letter';

const longest = 60;

interface BlockOption {
  readonly value: string;
  readonly label: string;
}

/** The blocks of a letter that have text, with their places as the server counts them. */
export function blocksOf(html: string): BlockOption[] {
  const body = new DOMParser().parseFromString(sanitize(html), 'text/html').body;
  // Items and cells have a block even when there is no paragraph in them.
  const blocks = [...body.querySelectorAll('p, h1, h2, h3, hr, li, td, th')].filter(
    (element) => !element.querySelector('p, h1, h2, h3, hr, ul, ol, table, blockquote'),
  );
  return blocks
    .map(({ textContent }, place) => ({ value: String(place), label: textContent.trim() }))
    .filter(({ label }) => label !== '')
    .map(({ value, label }) => ({ value, label: label.length > longest ? `${label.slice(0, longest)}…` : label }));
}
