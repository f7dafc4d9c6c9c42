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

/** An archive with fakes of both services. Its process sends due plays all the time; with `isIdle` it sends none. */
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
  /** An app with these fakes; several apps on one archive are several processes. */
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
      // The tags of the sample would hide which track it is.
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

/**
 * Connects to Last.fm as a browser with this member's cookie does.
 * @returns the page at the end
 */
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
  /** How many plays are queued for each service. */
  const waiting = async () => {
    const { services } = await mara.call(getScrobbling, {})
    return services.map(({ waitingCount }) => waitingCount)
  }
  return { ...set, mara, track, waiting }
}

/** The request with which a browser returns from Last.fm, with a member's cookie or without one. */
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

/** A play that was counted now or some minutes ago. */
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

/**
 * Advances the clock beyond the pause between attempts, but not during a call, because claims of a process
 * expire by the clock.
 */
export async function passPause(app: TestApp): Promise<void> {
  const held = await app.services.db
    .selectFrom('scrobbleConnections')
    .select('id')
    .where('claimedBy', 'is not', null)
    .execute()
  if (held.length === 0) app.passTime(30_000)
}

/** A log that records everything; `output` returns all of it so far. */
export function recordingLog(): { log: Log; output: () => string } {
  const lines: string[] = []
  return {
    log: logTo('trace', { write: (line) => void lines.push(line) }),
    output: () => lines.join('\n'),
  }
}
