/** A part of a text, with emphasis or as a link. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'emphasis'; content: Inline[] }
  | { kind: 'strong'; content: Inline[] }
  | { kind: 'link'; href: string; content: Inline[] }

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; isNumbered: boolean; items: Inline[][] }

/**
 * Matches emphasis and links. Each alternative ends at the next occurrence of its first character, so that matching
 * takes linear time.
 */
const MARKS = /\*\*(?!\s)([^*\n]*[^*\s])\*\*|\*(?!\s)([^*\n]*[^*\s])\*|\[([^[\]\n]+)\]\(([^()\s]{1,2000})\)/g
const BULLET = /^\s{0,3}[-*]\s+(?=\S)/
const NUMBER = /^\s{0,3}\d{1,3}[.)]\s+(?=\S)/
/** Maximum depth of nested emphasis and links; deeper ones stay plain text. */
const DEPTH_MAX = 3

/**
 * Parses notes, which may use a part of Markdown: emphasis, links, lists and paragraphs. Everything else stays plain
 * text.
 */
export function parseNotes(text: string): Block[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .filter((part) => part.trim() !== '')
    .flatMap(blocksOf)
}

/** Splits a part of the text into blocks. A list may follow a line of text without an empty line in between. */
function blocksOf(part: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', content: inlinesOf(lines.join('\n').trim()) })
    lines = []
  }
  for (const line of part.split('\n')) {
    const mark = BULLET.exec(line) ?? NUMBER.exec(line)
    if (mark === null) {
      lines.push(line)
      continue
    }
    endParagraph()
    const isNumbered = !BULLET.test(line)
    const last = blocks.at(-1)
    const list =
      last?.kind === 'list' && last.isNumbered === isNumbered
        ? last
        : ({ kind: 'list', isNumbered, items: [] } satisfies Block)
    if (list !== last) blocks.push(list)
    list.items.push(inlinesOf(line.slice(mark[0].length).trim()))
  }
  endParagraph()
  return blocks
}

function inlinesOf(text: string, depth = 0): Inline[] {
  if (depth === DEPTH_MAX) return [{ kind: 'text', text }]
  const found: Inline[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    const inline = inlineOf(match, depth)
    if (inline === undefined) continue
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) })
    found.push(inline)
    end = match.index + match[0].length
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) })
  return found
}

/** The element for a match of `MARKS`; undefined for a link whose URL is not allowed. */
function inlineOf([, strong, emphasis, label, address]: RegExpExecArray, depth: number): Inline | undefined {
  if (strong !== undefined) return { kind: 'strong', content: inlinesOf(strong, depth + 1) }
  if (emphasis !== undefined) return { kind: 'emphasis', content: inlinesOf(emphasis, depth + 1) }
  if (label === undefined || address === undefined || !isPage(address)) return undefined
  return { kind: 'link', href: address, content: inlinesOf(label, depth + 1) }
}

/** Whether a URL leads to a web page or a page of this archive. URLs with `javascript:` or `data:` do not. */
function isPage(address: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}
