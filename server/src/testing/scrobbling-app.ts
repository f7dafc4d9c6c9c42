import { connectListenbrainz, getAuthUrl, getScrobbling } from '@tonarchiv/contract/scrobbling'
import type { AlbumType } from '@tonarchiv/contract/catalog'
import { recordPlay } from '@tonarchiv/contract/plays'
import { onTestFinished } from 'vitest'
import type { Config } from '#config.ts'
import type { Log } from '#platform/log.ts'
import { logTo } from '#platform/log.ts'
import { startFakeLastfm } from './fake-lastfm.ts'
import { startFakeListenbrainz } from './fake-listenbrainz.ts'
import { addSampleAlbum } from './sample-album.ts'
import type { Member } from './sign-in.ts'
import { type Call, startApp, type TestApp, type TestEnvironment } from './start-app.ts'

type Listener = Member & { call: Call }

export const LISTENBRAINZ_TOKEN = 'f00dfeed-0000-4000-8000-000000000001'

/** An archive with stand-ins of both services; plays are looked for all the time, or by other processes only. */
export async function startScrobblingApp({ tellsUnreleased = false, isIdle = false } = {}) {
  const lastfm = await startFakeLastfm()
  const listenbrainz = await startFakeListenbrainz({ [LISTENBRAINZ_TOKEN]: 'mara_lb' })
  onTestFinished(async () => {
    await lastfm.close()
    await listenbrainz.close()
  })
  const settings: Partial<Config> = {
    scrobbling: {
      lastfm: lastfm.settings,
      listenbrainz: { apiUrl: listenbrainz.apiUrl },
      tellsUnreleased,
    },
  }
  /** An app on these stand-ins; several on one archive are several processes. */
  const start = (environment: TestEnvironment = {}, lookForPlaysEveryMs = 50) =>
    startApp(settings, { ...environment, times: { lookForPlaysEveryMs } })
  const app = await start({}, isIdle ? 3_600_000 : 50)
  const admin = await app.signIn({ isAdmin: true })
  return {
    app,
    admin,
    lastfm,
    listenbrainz,
    start,
    /** A track of an album of its own. */
    addTrack: async (title: string, album: { type?: AlbumType; isExclusive?: boolean } = {}) => {
      const { albumTitel, tracks } = await addSampleAlbum(admin, {
        ...album,
        tracks: [{ title, sample: 'cbr.mp3' }],
      })
      // What the sample's own tags say would hide which track it is.
      await app.services.db
        .updateTable('tracks')
        .set({ tagTitle: null, tagArtist: null, tagAlbum: null })
        .where('title', '=', title)
        .execute()
      const [track] = tracks
      if (track === undefined) throw new Error('The album has a track')
      return { ...track, albumTitel }
    },
  }
}

/** Goes the whole way through Last.fm as a browser with this member's cookie does. @returns the page at its end */
export async function connectLastfm(
  app: TestApp,
  lastfm: Awaited<ReturnType<typeof startFakeLastfm>>,
  member: Listener,
  account = `${member.username}_hoert`,
): Promise<string> {
  const { url } = await member.call(getAuthUrl, {})
  return answerAuthorization(app, member, lastfm.approve(url, account))
}

/** A member who is connected to Last.fm, and a track. */
export async function startListening() {
  const set = await startScrobblingApp()
  const mara = await set.app.signIn()
  await connectLastfm(set.app, set.lastfm, mara, 'mara_hoert')
  const track = await set.addTrack('Nachtbus')
  /** How many plays wait for each service. */
  const waiting = async () => {
    const { services } = await mara.call(getScrobbling, {})
    return services.map(({ waitingCount }) => waitingCount)
  }
  return { ...set, mara, track, waiting }
}

/** The browser of a member (or of nobody) comes back from Last.fm. */
export async function answerAuthorization(
  app: TestApp,
  member: { token: string } | undefined,
  callback: string,
): Promise<string> {
  const { pathname, search } = new URL(callback)
  const headers = member === undefined ? {} : { cookie: `sid=${member.token}` }
  return (await app.fetch(pathname + search, { headers })).text()
}

export async function connectByToken(member: Listener): Promise<void> {
  await member.call(connectListenbrainz, { body: { token: LISTENBRAINZ_TOKEN } })
}

/** A play that counted just now, or minutes ago. */
export async function play(
  app: TestApp,
  member: { call: Call },
  trackId: string,
  minutesAgo = 0,
): Promise<Date> {
  const heardAt = new Date(app.services.now().getTime() - minutesAgo * 60_000)
  const startedAt = new Date(heardAt.getTime() - 40_000)
  await member.call(recordPlay, {
    body: { track_id: trackId, started_at: startedAt.toISOString(), heard_at: heardAt.toISOString() },
  })
  return startedAt
}

/** Lets the pauses between tries pass, but not while a call is under way: what a process holds, it holds by the clock. */
export async function passPause(app: TestApp): Promise<void> {
  const held = await app.services.db
    .selectFrom('scrobbleConnections')
    .select('id')
    .where('claimedBy', 'is not', null)
    .execute()
  if (held.length === 0) app.passTime(30_000)
}

/** A log that writes down everything; `output` is all of it so far. */
export function recordingLog(): { log: Log; output: () => string } {
  const lines: string[] = []
  return {
    log: logTo('trace', { write: (line) => void lines.push(line) }),
    output: () => lines.join('\n'),
  }
}
