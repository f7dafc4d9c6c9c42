import type { DatabaseSync } from 'node:sqlite'
import { joinedIds } from '../../server/src/features/search/store/documents.ts'
import { bitsOf } from '../../server/src/features/search/store/message-documents.ts'
import { rangeOf } from '../../server/src/features/search/store/kinds.ts'
import { indexedWords } from '../../server/src/features/search/words.ts'

export type Held = 'image' | 'voice' | 'moment'

/** A message, its author and what it holds. */
interface IndexedMessage {
  id: string
  text: string
  userId: string
  holds: readonly Held[]
}

/** Writes the index of the search for messages, which are added from the oldest to the newest. */
export interface MessageIndex {
  add(message: IndexedMessage): void
  /** Writes words and postings, when all messages have been added. */
  write(): void
}

/** Postings are written in the order of the table, which the server's indexer cannot do for a whole archive at once. */
export function createMessageIndex(database: DatabaseSync): MessageIndex {
  const insertDocument = database.prepare(
    `insert into search_documents (id, kind, ref, title, words, author, holds)
     values (?, 'message', ?, '', ?, ?, ?)`,
  )
  const insertWord = database.prepare('insert into search_words (id, word, documents) values (?, ?, ?)')
  const insertPosting = database.prepare('insert into search_postings (word, document) values (?, ?)')
  const words = new Map<string, { id: number; documents: number[] }>()
  let document = rangeOf('message').to
  return {
    add: ({ id: ref, text, userId, holds }) => {
      document -= 1
      const title: number[] = []
      for (const way of indexedWords(text)) {
        let word = words.get(way)
        if (word === undefined) {
          word = { id: words.size + 1, documents: [] }
          words.set(way, word)
        }
        word.documents.push(document)
        title.push(word.id)
      }
      insertDocument.run(document, ref, joinedIds({ title, context: [] }), userId, bitsOf(holds))
    },
    write: () => {
      for (const [way, { id, documents }] of words) {
        insertWord.run(id, way, documents.length)
        for (const one of documents.toReversed()) insertPosting.run(id, one)
      }
      // The triggers have recorded all messages as changed, although they have just been indexed.
      database.exec('delete from search_changes')
    },
  }
}
