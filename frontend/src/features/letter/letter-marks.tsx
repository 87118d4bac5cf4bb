/** The drawn marks of the letter: the firm's monogram and the signature. Vector, our own, and the same ink as the text. */

/** Up to two initials of the firm's name, in a surveyor's ring. Decoration: the name stands beside it. */
export function FirmMark({ firm }: { firm: string }) {
  const initials = firm
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .filter((initial) => /\p{L}|\p{N}/u.test(initial))
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <svg width="52" height="52" viewBox="0 0 52 52" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor">
        <circle cx="26" cy="26" r="21" strokeWidth="1.4" />
        <circle cx="26" cy="26" r="17.5" strokeWidth="0.6" />
        <path d="M26 1v8M26 43v8M1 26h8M43 26h8" strokeWidth="1.4" strokeLinecap="round" />
      </g>
      <text x="26" y="31.5" textAnchor="middle" fontSize="16" fontWeight="600" fill="currentColor">
        {initials}
      </text>
    </svg>
  );
}

/** A signature in one stroke of the pen, with its flourish. */
export function Signature({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 336 108" role="img" aria-label="Signature">
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
        <path
          strokeWidth="3.2"
          d="M18 78C34 40 52 14 66 16c15 2-8 44-26 66 12-24 34-44 44-42 9 2-10 24-6 30 4 7 19-16 25-20 5-3-6 17 0 19 7 2 15-17 22-19 6-1-6 16-1 19 6 3 15-17 20-19 4-1-2 11 3 12"
        />
        <path
          strokeWidth="3"
          d="M186 82c12-30 26-60 40-66 10-4 4 22-12 40 14-6 24-2 20 8-3 7-12 12-8 15 7 4 18-20 26-22 6-1-5 15 1 17 8 2 14-16 21-17 6 0-3 13 4 14 6 0 12-8 18-13"
        />
        <path strokeWidth="1.8" d="M30 94c70-14 176-18 286-8-30-2-74 0-104 8" />
      </g>
    </svg>
  );
}
