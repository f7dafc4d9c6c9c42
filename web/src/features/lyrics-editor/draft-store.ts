import * as z from 'zod/mini'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { newLine, type DraftLine } from './draft.ts'

/** To which admin and which track a draft belongs. */
export interface DraftOwner {
  ownerId: string
  trackId: string
}

export interface KeptDraft {
  lines: readonly DraftLine[]
  fields: readonly string[]
  /** `updatedAt` of the stored lyrics from which the draft was made; null if there were none. */
  seen: string | null
}

const Word = z.object({ startMs: z.number(), text: z.string() })
const Stored = z.object({
  ownerId: z.string(),
  trackId: z.string(),
  seen: z.nullable(z.string()),
  fields: z._default(z.array(z.string()), []),
  lines: z
    .array(z.object({ startMs: z.nullable(z.number()), text: z.string(), words: z.array(Word) }))
    .check(z.minLength(1)),
})

/** The draft that this tab has stored for a reload; undefined if there is none for this admin and track. */
export function keptDraft({ ownerId, trackId }: DraftOwner): KeptDraft | undefined {
  const stored = Stored.safeParse(jsonOf(getStored('lyricsDraft')))
  if (!stored.success || stored.data.ownerId !== ownerId || stored.data.trackId !== trackId) return undefined
  const { seen, fields, lines } = stored.data
  return {
    seen,
    fields,
    lines: lines.map((line) => newLine({ ...line, startMs: line.startMs ?? undefined })),
  }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores a draft for a reload of the page; undefined removes the stored draft of this track. */
export function keepDraft(owner: DraftOwner, draft: KeptDraft | undefined): void {
  if (draft === undefined) {
    if (keptDraft(owner) !== undefined) setStored('lyricsDraft', undefined)
    return
  }
  const lines = draft.lines.map(({ startMs = null, text, words }) => ({ startMs, text, words }))
  setStored('lyricsDraft', JSON.stringify({ ...owner, seen: draft.seen, fields: draft.fields, lines }))
}
