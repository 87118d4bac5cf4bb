/** Time left in words: 'a few seconds left', 'about 40 s left', 'about 3 min left'. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return 'estimating time remaining';
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  return `about ${Math.ceil(seconds / 60)} min left`;
}
