/**
 * One search over songs, albums, artists, playlists, videos, members, messages and lyrics. Triggers of the
 * database record what has changed, and every process takes part in indexing it in the background.
 */
import * as contract from '@tonarchiv/contract/search'
import { defineFeature } from '#feature.ts'
import { presence } from '#features/presence/index.ts'
import { openIndexer } from './indexer.ts'
import { search as searchEverything } from './search.ts'
import './tables.ts'
import { openVocabulary } from './vocabulary.ts'

export const search = defineFeature({
  name: 'search',
  tables: {
    searchDocuments: 'shared',
    searchWords: 'shared',
    searchChanges: 'shared',
    searchPostings: 'shared',
  },
  open: ({ services }) => ({ indexer: openIndexer(services), vocabulary: openVocabulary(services.db) }),
  close: ({ indexer }) => indexer.close(),
  events: {
    archiveChanged: { inEmitter: (_event, _context, { indexer }) => indexer.wake() },
    videosChanged: { inEmitter: (_event, _context, { indexer }) => indexer.wake() },
  },
  register: (bind, { services, use }, { vocabulary }) => {
    const needs = { db: services.db, presence: use(presence), vocabulary }
    bind(contract.searchEverything, async ({ caller, query }) => searchEverything(needs, caller, query))
  },
})
