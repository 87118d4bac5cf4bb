/** Rows of a CSV file (RFC 4180): commas, semicolons or tabs, whichever the first line has most of. Cells are texts, so zeros stay. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const plain = text.replace(/^\uFEFF/, '');
  const [head = ''] = plain.split('\n', 1);
  const delimiter = [',', ';', '\t'].reduce((best, sign) => (count(head, sign) > count(head, best) ? sign : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === delimiter) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (sign !== '\r') cell += sign;
  }
  rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((each) => each.trim() !== ''));
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;
