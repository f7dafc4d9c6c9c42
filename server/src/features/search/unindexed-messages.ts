import type { Executor } from '#database/prepared.ts'
import { type MessageScope, textsOfMessages } from '#features/chat/index.ts'
import { containsWords } from './messages-by-reading.ts'
import type { FoundDocument, FoundDocuments } from './messages-by-words.ts'
import { documentsOf, newestChanges } from './store/documents.ts'
import { newestDocument } from './store/message-documents.ts'

/** Maximum number of changes whose messages a search reads. After a restore there may be many more changes. */
const CHANGES_MAX = 300

/**
 * New and edited messages that are not indexed yet: `refs` are the ids of all of them, `hits` are those that match the
 * search.
 */
export interface UnindexedMessages {
  refs: ReadonlySet<string>
  hits: readonly FoundDocument[]
}

interface Wanted {
  /** The words of the search, each with its spellings. */
  words: readonly (readonly string[])[]
  scope: MessageScope
}

/**
 * Searches the messages that were sent or edited since the index was written, so that a search finds what was committed
 * before it, however late the index is. New messages get the ids that their documents will have.
 */
export async function findUnindexed(
  db: Executor,
  { words, scope: { by, has } }: Wanted,
): Promise<UnindexedMessages> {
  const refs = await newestChanges(db, 'message', CHANGES_MAX)
  if (refs.length === 0) return { refs: new Set(), hits: [] }
  const texts = await textsOfMessages(db, refs)
  const documents = await documentsOf(db, 'message', refs)
  let newest = await newestDocument(db)
  const hits: FoundDocument[] = []
  for (const ref of refs) {
    const text = texts.get(ref)
    if (text === undefined) continue
    const id = documents.get(ref)?.id ?? (newest -= 1)
    const isInScope =
      (by === undefined || text.author === by) && (has === undefined || text.holds.includes(has))
    if (isInScope && containsWords(text.title, words)) hits.push({ id, ref })
  }
  return { refs: new Set(refs), hits }
}

/**
 * Corrects a page of hits of the index by messages that are not indexed yet: hits of the index for `refs` are removed,
 * because the index has an older version of them, and `hits` are inserted.
 */
export function withUnindexed(
  { documents, next }: FoundDocuments,
  { refs, hits }: UnindexedMessages,
  { after = 0, limit }: { after: number | undefined; limit: number },
): FoundDocuments {
  if (refs.size === 0) return { documents, next }
  const all = [
    ...documents.filter(({ ref }) => !refs.has(ref)),
    ...hits.filter(({ id }) => id > after && id <= (next ?? Infinity)),
  ].toSorted((one, other) => one.id - other.id)
  const page = all.slice(0, limit)
  return { documents: page, next: all.length > limit ? page.at(-1)?.id : next }
}
