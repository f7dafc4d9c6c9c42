import type { Generated } from 'kysely'

export interface SearchTables {
  /** What can be found. The ids of each kind have a range of their own; see kinds.ts. */
  searchDocuments: {
    id: number
    kind: string
    /** The id of the row that it stands for. */
    ref: string
    /** In plain lower-case letters; empty when it has no title. */
    title: string
    /** The ids of its words: those of the title, `|`, and further ones. */
    words: string
  }
  /** Every word that is in a document, in plain lower-case letters. */
  searchWords: {
    id: Generated<number>
    word: string
    /** Number of documents that contain it. */
    documents: number
  }
  /** Which documents contain a word. */
  searchPostings: { word: number; document: number }
  /** Rows that have changed since they were indexed; written by triggers. */
  searchChanges: { id: Generated<number>; kind: string; ref: string }
}

declare module '#database/schema.ts' {
  interface Schema extends SearchTables {}
}
