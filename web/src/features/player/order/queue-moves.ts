/** What is said while a row of the queue is moved by keys. Places are counted from 0. */
export function moveAnnouncement(
  what: 'lifted' | 'moved' | 'dropped' | 'putBack',
  title: string,
  place: number,
  count: number,
): string {
  const where = `Platz ${place + 1} von ${count}`
  return {
    lifted: `${title} angehoben, ${where}. Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.`,
    moved: where,
    dropped: `${title} abgelegt, ${where}`,
    putBack: `Abgebrochen, ${title} wieder auf ${where}`,
  }[what]
}
