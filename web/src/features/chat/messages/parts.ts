import type { ChatMessage } from '@tonarchiv/contract/chat'

/** A segment of a message’s text, and its offset. */
export type TextSegment = { at: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'link'; href: string }
  | { kind: 'mention'; userId: string }
)

/** The segments before an offset; a link or mention that begins before it is kept complete. */
export function segmentsBefore(segments: readonly TextSegment[], end: number): TextSegment[] {
  return segments
    .filter(({ at }) => at < end)
    .map((segment) =>
      segment.kind === 'text'
        ? { kind: 'text', at: segment.at, text: segment.text.slice(0, end - segment.at) }
        : segment,
    )
}

const CANDIDATES = /https?:\/\/[^\s<>"]+|(?<![\p{L}\p{N}_@/-])@[a-z0-9_-]{3,16}(?![\p{L}\p{N}_-])/giu
const CLOSING = /[.,;:!?'"…“”„‚‘’»«\]}*]$/u

/** Removes characters that belong to the sentence and not to the URL: a full stop, a closing bracket. */
function withoutEnd(address: string): string {
  let end = address
  while (true) {
    if (CLOSING.test(end)) end = end.slice(0, -1)
    else if (end.endsWith(')') && count(end, ')') > count(end, '(')) end = end.slice(0, -1)
    else return end
  }
}

const count = (text: string, letter: string) => text.split(letter).length - 1

/** The address as a browser would open it; undefined for everything but http and https. */
function safeUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, href } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? href : undefined
}

/** Splits a text into links, mentions, and plain text. See docs/security-requirements.md W-05. */
export function segmentsOf({ content, mentions }: Pick<ChatMessage, 'content' | 'mentions'>): TextSegment[] {
  const byName = new Map(mentions.map(({ username, userId }) => [username.toLowerCase(), userId]))
  const segments: TextSegment[] = []
  let done = 0
  const add = (segment: TextSegment) => {
    if (segment.at > done) segments.push({ kind: 'text', at: done, text: content.slice(done, segment.at) })
    segments.push(segment)
    done = segment.at + segment.text.length
  }
  for (const { 0: found, index } of content.matchAll(CANDIDATES)) {
    if (found.startsWith('@')) {
      const userId = byName.get(found.slice(1).toLowerCase())
      if (userId !== undefined) add({ kind: 'mention', at: index, text: found, userId })
      continue
    }
    const text = withoutEnd(found)
    const href = safeUrl(text)
    if (href !== undefined) add({ kind: 'link', at: index, text, href })
  }
  if (done < content.length) segments.push({ kind: 'text', at: done, text: content.slice(done) })
  return segments
}
