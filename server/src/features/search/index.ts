/**
 * One search over songs, albums, artists, playlists, videos, members, messages and lyrics. Triggers of the
 * database record what has changed; a search indexes it first, and a worker in the background what remains.
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
  register: (bind, { services, use }, opened) => {
    const needs = { db: services.db, presence: use(presence), ...opened }
    bind(contract.searchEverything, async ({ caller, query }) => searchEverything(needs, caller, query))
  },
})
