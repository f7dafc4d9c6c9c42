import type { Generated } from 'kysely'

export interface SearchTables {
  /**
   * The documents of the index: everything that a search can find. Each kind has a range of ids; see store/kinds.ts.
   */
  searchDocuments: {
    id: number
    kind: string
    /** The id of the row that the document describes. */
    ref: string
    /** The title in plain lower-case letters; empty for kinds without a title. */
    title: string
    /** The ids of the words of the title, then `|`, then the ids of the words of the context. */
    words: string
    /** For a message the id of its author, and the bits of its contents (`bitsOf`). Otherwise null and 0. */
    author: string | null
    holds: number
  }
  /** All words of documents, in plain lower-case letters. */
  searchWords: {
    id: Generated<number>
    word: string
    /** Number of documents that contain the word. */
    documents: number
  }
  /** The documents that contain a word. */
  searchPostings: { word: number; document: number }
  /** Rows that have changed since they were indexed. Database triggers write this table. */
  searchChanges: { id: Generated<number>; kind: string; ref: string }
}

declare module '#database/schema.ts' {
  interface Schema extends SearchTables {}
}
