import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { createPlaylist, type PlaylistVisibility } from '@tonarchiv/contract/playlists'
import type { Rule, RuleGroup, SmartRules } from '@tonarchiv/contract/playlist-rules'
import { albumForm } from './album-forms.ts'
import type { Caller } from './playlists.ts'
import { startApp } from './start-app.ts'

/** Five playable tracks on three albums, and one that is missing. */
export async function archiveForRules() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const add = async (options: Parameters<typeof albumForm>[0]) =>
    (await admin.call(addAlbum, { form: albumForm(options) })).album
  const albums = [
    await add({
      albumTitel: 'Größe',
      releaseJahr: 2014,
      tracks: ['Äther', 'Nachtbus', 'Fähre [FEHLT]', { title: 'Ohne Datei' }],
    }),
    await add({ albumTitel: 'Hinterhof', releaseJahr: 2018, type: 'ep', tracks: ['Nacht', 'Zählerstand'] }),
    await add({
      albumTitel: 'Lose Blätter',
      releaseJahr: 'unknown',
      type: 'unreleased',
      isExclusive: true,
      tracks: [{ title: 'Skizze', file: 'lossless.flac' }],
    }),
  ]
  const idOf = (title: string) => {
    const track = albums.flatMap(({ tracks }) => tracks).find((each) => each.title === title)
    if (track === undefined) throw new Error(title)
    return track.id
  }
  return { app, admin, albums, idOf }
}

/** Rules of which all must match, in the order of the archive. */
export const rulesOf = (rules: (Rule | RuleGroup)[], more: Partial<SmartRules> = {}): SmartRules => ({
  match: 'all',
  rules,
  order: 'archive',
  limit: null,
  ...more,
})

/** Matches each playable track. */
export const everything: Rule = { field: 'duration', op: 'more', value: 0 }

export async function createSmart(
  caller: Caller,
  rules: SmartRules,
  visibility: PlaylistVisibility = 'private',
) {
  const body = { title: 'Zu selten gehört', visibility, rules }
  return (await caller.call(createPlaylist, { body })).playlist
}
