import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { album, first, second, setUp } from '../engine/silent-player.ts'

/** The fake Media Session: its metadata and its handlers. */
const keys = new Map<string, MediaSessionActionHandler | null>()
const system: System = {
  metadata: null,
  playbackState: 'none',
  position: undefined,
  setActionHandler: (action, handler) => void keys.set(action, handler),
  setPositionState(position) {
    system.position = position
  },
}
interface System extends Pick<MediaSession, 'playbackState' | 'setActionHandler' | 'setPositionState'> {
  metadata: { title: string; artwork: MediaImage[] } | null
  position: MediaPositionState | undefined
}
const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
  keys.get(action)?.({ action, ...details })

class Metadata {
  title = ''
  artist = ''
  album = ''
  artwork: MediaImage[] = []
  constructor(init: object) {
    Object.assign(this, init)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { mediaSession: system })
  vi.stubGlobal('document', { title: '', querySelector: () => null })
  vi.stubGlobal('MediaMetadata', Metadata)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the system shows what plays, and its keys go on, back and to a second', async () => {
  const { connectSystemMedia } = await import('./system-media.ts')
  const { player, element, now, settle, listened } = setUp()
  const disconnect = connectSystemMedia(player, player.state)
  await listened(first)
  expect(system).toMatchObject({
    metadata: { title: first.title, artist: first.artist, album: first.album },
    playbackState: 'playing',
    position: { duration: 120 },
  })

  press('seekto', { seekTime: 42 })
  expect(element.currentTime).toBe(42)
  expect(system.position).toEqual({ duration: 120, position: 42, playbackRate: 1 })
  press('seekforward')
  press('seekbackward', { seekOffset: 5 })
  expect(element.currentTime).toBe(47)
  player.setRate(1.5)
  expect(system.position).toEqual({ duration: 120, position: 47, playbackRate: 1.5 })
  press('nexttrack')
  await settle()
  expect(now().track).toBe(album[1])
  press('previoustrack')
  await settle()
  expect(now().track).toBe(first)
  press('pause')
  expect(system.playbackState).toBe('paused')
  press('seekto', { seekTime: 20 })
  expect(system.position).toMatchObject({ position: 20 })
  press('stop')
  expect(system).toMatchObject({ playbackState: 'paused', position: { position: 0 } })
  press('nexttrack')
  await settle()
  expect(system.metadata?.title).toBe(second.title)

  disconnect()
  expect([...keys.values()].every((handler) => handler === null)).toBe(true)
  expect(system).toMatchObject({ metadata: null, playbackState: 'none', position: undefined })
})

test.each(['', 'unknown', '/default-album.jpg'])(
  'a track whose cover is "%s" shows the sleeve to the system',
  async (coverUrl) => {
    const { connectSystemMedia } = await import('./system-media.ts')
    const { player } = setUp()
    const disconnect = connectSystemMedia(player, player.state)
    const track = { ...first, coverUrl }
    player.choose([track], track)
    expect(system.metadata?.artwork).toEqual([
      { src: '/default-album.jpg', sizes: '800x800', type: 'image/jpeg' },
    ])
    disconnect()
  },
)

test('a track with a cover shows it in three sizes', async () => {
  const { connectSystemMedia } = await import('./system-media.ts')
  const { player } = setUp()
  const disconnect = connectSystemMedia(player, player.state)
  const track = { ...first, coverUrl: '/api/cover/nord.jpg' }
  player.choose([track], track)
  expect(system.metadata?.artwork.map(({ src, sizes }) => `${src} ${sizes}`)).toEqual([
    '/api/cover/nord.jpg?w=96 96x96',
    '/api/cover/nord.jpg?w=256 256x256',
    '/api/cover/nord.jpg?w=512 512x512',
  ])
  disconnect()
})
