import type { PlayState, SavedPlayState } from '@tonarchiv/contract/play-state'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { album, first, last, second, setUp, trackNamed } from '../silent-player.ts'
import type { LeftPosition } from './exchange-parts.ts'
import { syncPlayState } from './play-state-sync.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

class Outdated extends Error {}

const songs = new Map([...album, trackNamed('zugabe')].map((track) => [track.id, track]))
function songOf(id: string): PlayState['list'][number] {
  const { title, artist, album: of, file, coverUrl, durationSeconds, isExclusive } = songs.get(id) ?? first
  return {
    id,
    title,
    artist,
    album: of,
    ...(file !== undefined && { file }),
    coverUrl,
    duration: durationSeconds,
    exclusive: isExclusive,
  }
}

/** A fake server with one account's play state, to which several devices of a test connect. */
function startServer() {
  const saved: { revision: number; state: SavedPlayState | null; isReachable: boolean; device: string } = {
    revision: 0,
    state: null,
    isReachable: true,
    device: 'Firefox auf Linux',
  }
  const reached = () => {
    if (!saved.isReachable) throw new Error('unreachable')
  }
  const expectRevision = (revision: number) => {
    if (revision !== saved.revision) throw new Outdated()
  }
  const calls: string[] = []
  return {
    saved,
    calls,
    load: async () => {
      calls.push('load')
      reached()
      const { revision, state, device } = saved
      if (!state) return { revision, state: null }
      const { list, queued, in_between: between, ...rest } = state
      const wire: PlayState = {
        ...rest,
        list: list.map(songOf),
        queued: queued.map(({ key, track_id: id }) => ({ key, track: songOf(id) })),
        in_between: between === null ? null : songOf(between),
        is_current_gone: false,
        dropped: 0,
        device,
        saved_at: '2026-11-01T12:00:00.000Z',
      }
      return { revision, state: wire }
    },
    save: async (revision: number, state: SavedPlayState | null) => {
      calls.push('save')
      reached()
      expectRevision(revision)
      saved.revision += 1
      saved.state = state
      return { revision: saved.revision, dropped: 0 }
    },
    savePosition: async (revision: number, positionSeconds: number) => {
      calls.push('position')
      reached()
      expectRevision(revision)
      if (saved.state) saved.state = { ...saved.state, position_seconds: positionSeconds }
    },
  }
}

/** Opens a device of the account: a player that is connected to the fake server. */
async function openDevice(server: ReturnType<typeof startServer>, left?: LeftPosition) {
  const device = setUp()
  const restored: (string | undefined)[] = []
  const { player } = device
  const role = { isControlling: false }
  const conflicts: string[] = []
  const kept: LeftPosition[] = []
  const sync = syncPlayState({
    state: player.state,
    restore: player.restore,
    setQueue: player.setQueue,
    setOrder: player.setOrder,
    isControlling: () => role.isControlling,
    onConflict: () => conflicts.push('conflict'),
    load: server.load,
    save: server.save,
    savePosition: server.savePosition,
    isOutdated: (failure) => failure instanceof Outdated,
    earlierState: () => undefined,
    leftPosition: () => left,
    keepPosition: (position) => kept.push(position),
    onRestored: (name) => restored.push(name),
    onDropped: () => undefined,
  })
  onTestFinished(sync.stop)
  await vi.advanceTimersByTimeAsync(1)
  /** Notifies this device that the state on the server has changed, and waits until the device has read it. */
  const refreshed = async () => {
    sync.refresh(server.saved.revision)
    await device.settle()
  }
  return { ...device, sync, restored, role, conflicts, kept, refreshed }
}

/** Opens two devices: a desktop that plays and has saved its state, and a phone that has read that state. */
async function playingDesk() {
  const server = startServer()
  const desk = await openDevice(server)
  await desk.listened(first)
  await saved()
  return { server, desk, phone: await openDevice(server) }
}

/** Wraps a call, so that it answers only when the test allows that. */
function slowly<Found>(load: () => Promise<Found>) {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  return {
    load: async () => {
      await promise
      return load()
    },
    answer: () => resolve(undefined),
  }
}

/** Advances the fake time until changes are saved. */
const saved = () => vi.advanceTimersByTimeAsync(600)
const idsOf = (entries: readonly { track: { id: string } }[]) => entries.map(({ track }) => track.id)
const queuedOn = ({ state }: { state: SavedPlayState | null }) => state?.queued.map((entry) => entry.track_id)

describe('one device', () => {
  test('saves what is chosen soon afterwards, and the position every ten seconds', async () => {
    const server = startServer()
    const { player, element, settle } = await openDevice(server)
    player.choose(album, second)
    expect(server.calls).toEqual(['load'])
    await settle()
    element.sounds(120)
    await saved()
    expect(server.saved.state).toMatchObject({ list: album.map(({ id }) => id), position: 1 })
    server.calls.length = 0
    element.runsTo(1.5)
    element.runsTo(3)
    await vi.advanceTimersByTimeAsync(9500)
    expect(server.calls).toEqual(['position'])
    expect(server.saved.state?.position_seconds).toBe(3)
  })

  test('saves a seek, a pause and each change of the queue without waiting for the ten seconds', async () => {
    const server = startServer()
    const { player, listened } = await openDevice(server)
    await listened(first)
    await saved()
    player.seekToSeconds(50)
    await saved()
    expect(server.saved.state?.position_seconds).toBe(50)
    player.enqueue(last)
    await saved()
    expect(queuedOn(server.saved)).toEqual([last.id])
    player.clearUpcoming()
    await saved()
    expect(queuedOn(server.saved)).toEqual([])
    player.stop()
    await saved()
    expect(server.saved.state).toBeNull()
  })

  test('saves nothing of what a listening room plays, and afterwards its own state as it was', async () => {
    const server = startServer()
    const { player, element, listened, sync, now, settle } = await openDevice(server)
    await listened(first)
    element.runsTo(5)
    player.pause()
    await saved()
    const before = structuredClone(server.saved.state)
    server.calls.length = 0
    player.beginFollowing()
    const entry = { key: 'of the room', track: last }
    player.cue({ ...now().order, list: [entry], order: [entry], position: 0 }, 20)
    await settle()
    player.playCued()
    element.sounds(100)
    element.runsTo(40)
    sync.refresh()
    sync.flush()
    await sync.take()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(now().track).toBe(last)
    expect(server.calls.filter((call) => call !== 'load')).toEqual([])
    player.endFollowing()
    await saved()
    await saved()
    expect(now().track).toBe(first)
    expect(server.saved.state).toEqual(before)
  })

  test('does not read its saved state into a listening room, but after it', async () => {
    const { server } = await playingDesk()
    const reload = slowly(server.load)
    const tab = await openDevice({ ...server, load: reload.load })
    tab.player.beginFollowing()
    reload.answer()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(tab.now().track).toBeUndefined()
    tab.player.endFollowing()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(tab.now().track?.id).toBe(first.id)
  })

  test('saves later what could not be saved, and plays on meanwhile', async () => {
    const server = startServer()
    const { listened, now } = await openDevice(server)
    server.saved.isReachable = false
    await listened(first)
    await saved()
    expect(now().status).toBe('playing')
    expect(server.saved.state).toBeNull()
    server.saved.isReachable = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.saved.state?.list).toHaveLength(album.length)
  })

  test('whose save is never answered starts, changes the track and seeks as fast as ever', async () => {
    const server = startServer()
    const never = new Promise<never>(() => undefined)
    const { player, listened, element, other, settle, now } = await openDevice({
      ...server,
      save: () => never,
      savePosition: () => never,
    })
    await listened(first)
    await saved()
    expect(now()).toMatchObject({ status: 'playing', track: { id: first.id } })
    player.next()
    await settle()
    const playing = [element, other].find(({ paused }) => !paused)
    playing?.sounds(120)
    expect(now()).toMatchObject({ status: 'playing', track: { id: second.id } })
    player.seekToSeconds(40)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(now()).toMatchObject({ status: 'playing', positionSeconds: 40 })
  })

  test('that has started to play before the saved state arrived plays on with its own', async () => {
    const server = startServer()
    const other = await openDevice(server)
    other.player.choose(album, last)
    await saved()
    const { load, answer } = slowly(server.load)
    const late = await openDevice({ ...server, load })
    late.player.choose(album, second)
    answer()
    await saved()
    expect(late.now().track).toBe(second)
    await saved()
    expect(server.saved.state?.position).toBe(1)
  })
})

describe('a reload', () => {
  test('while a save is on its way continues at the position of the unloaded page, and saves it', async () => {
    const server = startServer()
    const never = new Promise<never>(() => undefined)
    const { player, listened, sync, kept } = await openDevice({ ...server, savePosition: () => never })
    await listened(first)
    await saved()
    player.seekToSeconds(20)
    await saved()
    player.seekToSeconds(50)
    sync.leave()
    expect(kept).toEqual([{ trackId: first.id, positionSeconds: 50 }])
    const reloaded = await openDevice(server, kept[0])
    expect(reloaded.now()).toMatchObject({ status: 'paused', positionSeconds: 50 })
    await saved()
    expect(server.saved.state?.position_seconds).toBe(50)
  })

  test('continues at the saved position if the track is another one', async () => {
    const { server } = await playingDesk()
    const reloaded = await openDevice(server, { trackId: last.id, positionSeconds: 50 })
    expect(reloaded.now()).toMatchObject({ track: { id: first.id }, positionSeconds: 0 })
  })
})

test('what is queued before the saved state arrived joins it', async () => {
  const server = startServer()
  const other = await openDevice(server)
  await other.listened(second)
  other.player.enqueue(last)
  await saved()
  const { load, answer } = slowly(server.load)
  const late = await openDevice({ ...server, load })
  late.player.enqueue(first)
  answer()
  await saved()
  expect(late.now()).toMatchObject({ status: 'paused', track: { id: second.id } })
  await saved()
  expect(queuedOn(server.saved)).toEqual([first.id, last.id])
})

describe('another device', () => {
  test('continues where the first one was, and never by itself', async () => {
    const server = startServer()
    const desk = await openDevice(server)
    await desk.listened(second)
    desk.player.enqueue(last)
    desk.player.cycleRepeat()
    desk.player.seekToSeconds(84)
    await saved()
    const phone = await openDevice(server)
    expect(phone.restored).toEqual(['Firefox auf Linux'])
    expect(phone.now()).toMatchObject({ status: 'paused', positionSeconds: 84, order: { repeat: 'all' } })
    expect(phone.now().track?.id).toBe(second.id)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(phone.now().status).toBe('paused')
    phone.player.toggle()
    await phone.settle()
    expect(phone.now().status).toBe('loading')
    phone.player.next()
    expect(phone.now().track?.id).toBe(last.id)
  })

  test('and the first one lose nothing that was queued on either when they disagree', async () => {
    const server = startServer()
    const desk = await openDevice(server)
    await desk.listened(first)
    desk.player.enqueue(second)
    desk.player.enqueue(trackNamed('zugabe'))
    await saved()
    const phone = await openDevice(server)
    // Both devices change the queue before either has read the change of the other one.
    const [onPhone] = phone.now().order.queue
    phone.player.removeUpcoming([onPhone?.key ?? ''])
    phone.player.enqueue(last)
    desk.player.enqueue(first)
    await saved()
    await saved()
    const everything = ['zugabe', last.id, first.id]
    expect(queuedOn(server.saved)?.toSorted((a, b) => a.localeCompare(b))).toEqual(
      everything.toSorted((a, b) => a.localeCompare(b)),
    )
  })

  test('that controls the one that plays changes what comes there without interrupting it', async () => {
    const { server, desk, phone } = await playingDesk()
    phone.role.isControlling = true
    phone.player.enqueue(last)
    phone.player.removeUpcoming([phone.now().order.list[1]?.key ?? ''])
    await saved()
    await desk.refreshed()
    expect(desk.now()).toMatchObject({ status: 'playing', track: { id: first.id } })
    expect(idsOf(desk.now().order.queue)).toEqual([last.id])
    expect(idsOf(desk.now().order.list)).not.toContain(second.id)
    expect(desk.announced).toEqual([`started ${first.id}`])
    // A notification of a revision that the device already has causes no read.
    server.calls.length = 0
    desk.sync.refresh(server.saved.revision)
    await saved()
    expect(server.calls).toEqual([])
  })

  test('that controls gives its list up for that of the one that plays, and keeps what it queued', async () => {
    const { server, desk, phone } = await playingDesk()
    phone.role.isControlling = true
    desk.player.choose([second, last], second)
    await saved()
    phone.player.enqueue(last)
    await saved()
    expect(phone.conflicts).toEqual(['conflict'])
    expect(server.saved.state).toMatchObject({ list: [second.id, last.id], queued: [{ track_id: last.id }] })
    await desk.refreshed()
    expect(desk.now()).toMatchObject({ track: { id: second.id } })
    expect(idsOf(desk.now().order.queue)).toEqual([last.id])
  })

  test('that controls keeps its change of the list while the one that plays has gone on in it', async () => {
    const { server, desk, phone } = await playingDesk()
    phone.role.isControlling = true
    desk.player.next()
    await saved()
    phone.player.removeUpcoming([phone.now().order.list[3]?.key ?? ''])
    phone.player.enqueue(trackNamed('zugabe'))
    await saved()
    expect(phone.conflicts).toEqual([])
    expect(server.saved.state).toMatchObject({ position: 1, queued: [{ track_id: 'zugabe' }] })
    expect(server.saved.state?.list).not.toContain(last.id)
    await desk.refreshed()
    expect(desk.now().track?.id).toBe(second.id)
    expect(idsOf(desk.now().order.list)).not.toContain(last.id)
  })

  test('that changed the queue while the track changed does not turn the one that plays back', async () => {
    const { server, desk, phone } = await playingDesk()
    phone.player.enqueue(last)
    await phone.sync.settle()
    desk.player.next()
    const following = desk.now().order
    await desk.refreshed()
    await saved()
    expect(desk.now().track?.id).toBe(second.id)
    expect(desk.now().order.position).toBe(following.position)
    expect(queuedOn(server.saved)).toEqual([last.id])
  })

  test.each([
    ['only its position has moved on', async () => vi.advanceTimersByTimeAsync(10_000)],
    [
      'it has gone on to another track',
      async (desk: Awaited<ReturnType<typeof openDevice>>) => {
        desk.player.next()
        await saved()
      },
    ],
  ])('whose change of the list meets a save of the one that plays keeps it: %s', async (_what, goOn) => {
    const { server, desk, phone } = await playingDesk()
    phone.role.isControlling = true
    phone.player.removeUpcoming([phone.now().order.list[3]?.key ?? ''])
    phone.player.enqueue(trackNamed('zugabe'))
    await phone.sync.settle()
    // The desktop saves before it is notified that the phone has saved a change.
    await goOn(desk)
    const { track } = desk.now()
    expect(server.saved.state?.list).not.toContain(last.id)
    expect(queuedOn(server.saved)).toEqual(['zugabe'])
    expect(idsOf(desk.now().order.list)).not.toContain(last.id)
    expect(idsOf(desk.now().order.queue)).toEqual(['zugabe'])
    expect(server.saved.state?.list[server.saved.state.position]).toBe(track?.id)
  })

  test('that begins a list of its own leaves the one that plays its list until it is paused', async () => {
    const { server, desk, phone } = await playingDesk()
    const { order } = desk.now()
    phone.player.choose([trackNamed('zugabe')], trackNamed('zugabe'))
    await saved()
    await desk.refreshed()
    expect(desk.now()).toMatchObject({ status: 'playing', order })
    desk.player.pause()
    desk.sync.refresh(server.saved.revision)
    await saved()
    expect(desk.now()).toMatchObject({ status: 'paused', track: { id: 'zugabe' } })
  })

  test.each([
    ['connects', () => undefined],
    ['learns of a newer one', ({ saved: { revision } }: ReturnType<typeof startServer>) => revision],
  ])('that %s while it reads the state reads again what was saved meanwhile', async (_event, announced) => {
    const server = startServer()
    const desk = await openDevice(server)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    let isFirst = true
    const load = async () => {
      const read = await server.load()
      if (isFirst) await promise
      isFirst = false
      return read
    }
    const phone = await openDevice({ ...server, load })
    await desk.listened(second)
    await saved()
    phone.sync.refresh(announced(server))
    resolve(undefined)
    await phone.settle()
    expect(phone.now()).toMatchObject({ status: 'paused', track: { id: second.id } })
  })

  test('that plays reads an announced state once, also when it does not take it', async () => {
    const server = startServer()
    const desk = await openDevice(server)
    await desk.listened(first)
    await saved()
    const phone = await openDevice(server)
    phone.player.choose([trackNamed('zugabe')], trackNamed('zugabe'))
    await saved()
    server.calls.length = 0
    desk.sync.refresh(server.saved.revision)
    await saved()
    expect([server.calls, desk.now().track?.id]).toEqual([['load'], first.id])
  })

  test('that is commanded to takes the saved state at once, whatever it does', async () => {
    const server = startServer()
    const desk = await openDevice(server)
    const phone = await openDevice(server)
    await phone.listened(first)
    await saved()
    await desk.sync.take()
    desk.player.choose(album, last)
    desk.player.enqueue(second)
    await desk.sync.settle()
    phone.player.enqueue(trackNamed('zugabe'))
    expect(await phone.sync.take()).toBe(true)
    expect(phone.now()).toMatchObject({ status: 'paused', track: { id: last.id } })
    expect(idsOf(phone.now().order.queue)).toEqual(['zugabe', second.id])
  })

  test('that is paused does not overwrite what plays elsewhere, and takes it when it is looked at', async () => {
    const { server, desk, phone } = await playingDesk()
    await phone.listened(last)
    await saved()
    const { revision } = server.saved
    desk.player.pause()
    await saved()
    expect(server.saved).toMatchObject({ revision, state: { position: 3 } })
    desk.sync.refresh()
    await desk.settle()
    expect(desk.now()).toMatchObject({ status: 'paused', track: { id: last.id } })
  })
})
