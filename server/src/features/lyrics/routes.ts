import * as contract from '@tonarchiv/contract/lyrics'
import { seenBy } from '#access/seen-by.ts'
import { actorOf } from '#features/audit-log/index.ts'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { editLyrics, lyricsOf } from './lyrics.ts'

export function registerLyrics(bind: Bind, services: Services): void {
  bind(contract.getLyrics, async ({ caller, params }) => ({
    lyrics: await lyricsOf(seenBy(services, caller), params.id, caller),
  }))

  bind(contract.saveLyrics, async ({ caller, request, params, body: { text, seen } }) => {
    const edit = { trackId: params.id, text, seen }
    return { success: true, lyrics: await editLyrics(services, actorOf(caller, request), edit) }
  })
}
