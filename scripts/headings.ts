/** The parts of a document that can be cited. */
export interface Headings {
  /** Numbers and ids with which headings or rows of tables begin, such as 12.1 or A-09. */
  numbers: ReadonlySet<string>
  /** Anchors of headings, as links contain them. */
  anchors: ReadonlySet<string>
}

const parsed = new Map<string, Headings>()

export function headingsOf(text = ''): Headings {
  const before = parsed.get(text)
  if (before !== undefined) return before
  const numbers = new Set<string>()
  const anchors = new Set<string>()
  for (const line of text.split('\n')) {
    const heading = /^#+ (.+)$/.exec(line)?.[1]
    if (heading !== undefined) anchors.add(anchorOf(heading))
    const start = heading ?? /^\| +(\S+) +\|/.exec(line)?.[1] ?? ''
    const number = /^([\d.]*\d|[A-Z]-\d\d)\.?(?:\s|$)/.exec(start)?.[1]
    if (number !== undefined) numbers.add(number)
  }
  const headings = { numbers, anchors }
  parsed.set(text, headings)
  return headings
}

/** The anchor of a heading, as code hosts generate it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
