/**
 * One search over songs, albums, artists, playlists, videos, members, messages and lyrics. Triggers of the
 * database record what has changed; a search indexes it first, and a worker in the background what remains.
 */
import * as contract from '@tonarchiv/contract/search'
import { defineFeature } from '#feature.ts'
import { presence } from '#features/presence/index.ts'
import { openIndexer } from './indexer.ts'
import type { Caller } from '#access/caller.ts'
import { search as searchEverything, searchIds, type WantedIds } from './search.ts'
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
  open: ({ services, use }) => {
    const indexer = openIndexer(services)
    const needs = {
      db: services.db,
      presence: use(presence),
      indexer,
      vocabulary: openVocabulary(services.db),
    }
    return {
      indexer,
      needs,
      /** The ids of songs, albums and artists that a text finds, best first. */
      ids: async (caller: Caller, text: string, wanted: WantedIds) => searchIds(needs, caller, text, wanted),
    }
  },
  close: ({ indexer }) => indexer.close(),
  register: (bind, _context, { needs }) =>
    bind(contract.searchEverything, async ({ caller, query }) => searchEverything(needs, caller, query)),
})
