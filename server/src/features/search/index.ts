/**
 * One search over songs, albums, artists, playlists, videos, members, messages and lyrics. Database triggers record
 * which rows have changed. A search first indexes a few recent changes; a worker indexes the rest in the background.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { searchMessages as searchMessagesRoute } from '@tonarchiv/contract/message-search'
import * as contract from '@tonarchiv/contract/search'
import { defineFeature } from '#feature.ts'
import { presence } from '#features/presence/index.ts'
import { openIndexer } from './indexer.ts'
import { searchMessages } from './search-messages.ts'
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
      /** The ids of the songs, albums and artists that match a text, best first. */
      ids: async (caller: Caller, text: string, wanted: WantedIds) => searchIds(needs, caller, text, wanted),
    }
  },
  close: ({ indexer }) => indexer.close(),
  register: (bind, _context, { needs }) => {
    const turn = turns()
    bind(searchMessagesRoute, async ({ caller, query, request, reply }) => {
      await turn()
      return request.socket.destroyed ? reply.hijack() : searchMessages(needs, caller, query)
    })
    bind(contract.searchEverything, async ({ caller, query, request, reply }) => {
      await turn()
      // Browsers close the connection when the member types another letter.
      if (request.socket.destroyed) return reply.hijack()
      const { signal } = request
      try {
        return await searchEverything(needs, caller, query, signal)
      } catch (error) {
        if (signal.aborted && error === signal.reason) return reply.hijack()
        throw error
      }
    })
  },
})

/**
 * Returns a function that each search awaits before it runs. The function resolves in a later turn of the event loop,
 * each time in a turn of its own, because on SQLite a search blocks its turn. Between two turns the server notices
 * closed connections and does not run their searches.
 */
function turns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(async () => yieldToEventLoop())
    return last
  }
}
