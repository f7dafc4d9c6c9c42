import type { PlayDevice, PlayerCommand } from '@tonarchiv/contract/play-devices'
import type { ToServer } from '@tonarchiv/contract/realtime'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { routePlayer } from '../engine/routed-player.ts'
import { album, first, last, second, setUp } from '../engine/silent-player.ts'
import { useDevices } from './devices-store.ts'
import { linkDevices } from './link-devices.ts'

// `canSetVolume` would create an audio element, which this test environment does not have.
vi.mock('../engine/volume.ts', async (original) => ({ ...(await original()), canSetVolume: () => true }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A tab with a silent player, and a fake connection to a phone that the test lets play. */
function openTab(given: Parameters<typeof setUp>[0] = {}) {
  const tab = setUp(given)
  const routed = routePlayer(tab.player)
  const sent: ToServer[] = []
  const errors: string[] = []
  const saves: string[] = []
  const link = linkDevices({
    own: tab.player,
    routed,
    sync: {
      flush: () => saves.push('flush'),
      settle: async () => saves.push('settle') > 0,
      take: async () => {
        saves.push('take')
        tab.player.restore({ order: { ...tab.now().order, queue: [] }, positionSeconds: 0 })
        return true
      },
    },
    send: (message) => sent.push(message),
    isLoggedIn: () => true,
    showError: (text) => errors.push(text),
    now: Date.now,
  })
  onTestFinished(link.stop)
  const phone: PlayDevice = {
    id: 'phone',
    name: 'iPhone',
    browser: null,
    kind: 'mobile',
    began_at: 1,
    reported_at: Date.now(),
    status: 'playing',
    track: { id: first.id, title: first.title },
    position_seconds: 10,
    duration_seconds: 100,
    volume: 0.5,
    muted: false,
    needs_press: false,
    answers: [],
  }
  const own: PlayDevice = { ...phone, id: 'me', name: 'Arbeitszimmer', began_at: null, status: 'paused' }
  /** The server sends a list in which the phone has reported this state. */
  const reports = (more: Partial<PlayDevice> = {}) =>
    link.onList({
      type: 'players',
      self: { device: 'me', tab: 'me-tab', began_at: null },
      at: Date.now(),
      devices: [own, { ...phone, reported_at: Date.now(), ...more }],
    })
  const commands = () => sent.flatMap((message) => (message.type === 'playerCommand' ? [message] : []))
  const receive = (command: PlayerCommand, seq: number, at = Date.now()) =>
    link.onCommand({ type: 'playerCommand', from: 'other-tab', seq, at, command })
  const report = () => sent.findLast((message) => message.type === 'player')
  return {
    ...tab,
    routed,
    link,
    sent,
    errors,
    saves,
    reports,
    commands,
    receive,
    report,
    phone,
    own,
    shown: () => routed.state.getState(),
  }
}

describe('a remote control', () => {
  test('shows what the device plays, its position moving, and counts nothing as played here', async () => {
    const { player, reports, shown, announced, element } = openTab()
    player.choose(album, first)
    player.pause()
    await vi.advanceTimersByTimeAsync(1)
    announced.length = 0
    reports()
    expect(shown()).toMatchObject({
      status: 'playing',
      positionSeconds: 10,
      durationSeconds: 100,
      volume: 0.5,
    })
    await vi.advanceTimersByTimeAsync(40_000)
    expect(shown().positionSeconds).toBeCloseTo(50, 0)
    expect(shown().track).toBe(first)
    expect([announced, element.paused]).toEqual([[], true])
  })

  test('sends each press once and shows the ring until the device answers', () => {
    const { routed, reports, commands, shown } = openTab()
    reports()
    routed.toggle()
    expect(commands()).toMatchObject([{ to: 'phone', seq: 1, command: { name: 'pause' } }])
    expect(shown().status).toBe('buffering')
    reports()
    expect(shown().status).toBe('buffering')
    reports({ status: 'paused', answers: [{ tab: 'me-tab', seq: 1 }] })
    expect(shown().status).toBe('paused')
    routed.next()
    routed.seekToSeconds(30)
    expect(commands().map(({ seq, command }) => [seq, command.name])).toEqual([
      [1, 'pause'],
      [2, 'next'],
      [3, 'seek'],
    ])
  })

  test('loads nothing ahead: what a mouse rests on would sound elsewhere', () => {
    const { reports, routed, ready } = openTab({ hasTicket: true })
    reports()
    routed.ready(last)
    expect(ready.src).toBe('')
    reports({ status: 'paused', began_at: null })
    expect(ready.src).toBe('')
  })

  test('says after three seconds that the device does not answer, and shows what it last reported', async () => {
    const { routed, reports, shown, errors } = openTab()
    reports()
    routed.toggle()
    await vi.advanceTimersByTimeAsync(2999)
    expect(errors).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(errors).toEqual(['iPhone antwortet nicht'])
    expect(shown().status).toBe('playing')
  })

  test('of a dragged slider sends some values and always the last one', async () => {
    const { routed, reports, commands, shown } = openTab()
    reports()
    for (let step = 1; step <= 50; step += 1) {
      routed.setVolume(step / 50)
      await vi.advanceTimersByTimeAsync(20)
    }
    await vi.advanceTimersByTimeAsync(500)
    expect(commands().length).toBeLessThan(12)
    expect(commands().at(-1)?.command).toEqual({ name: 'volume', volume: 1, muted: false })
    expect(shown().volume).toBe(1)
  })

  test('keeps the order of the presses when one of them waits', async () => {
    const { routed, reports, commands } = openTab()
    reports()
    routed.setVolume(0.1)
    routed.setVolume(0.2)
    routed.pause()
    await vi.advanceTimersByTimeAsync(500)
    expect(commands().map(({ seq, command }) => [seq, command.name])).toEqual([
      [1, 'volume'],
      [2, 'volume'],
      [3, 'pause'],
    ])
  })

  test('changes the queue here and saves it at once; what it starts is saved before the device takes it', async () => {
    const { routed, now, reports, commands, saves, announced } = openTab()
    reports()
    routed.enqueue(last)
    expect([now().order.queue.length, saves]).toEqual([1, ['flush']])
    routed.choose(album, second)
    expect(commands()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(saves).toEqual(['flush', 'settle'])
    expect(commands()).toMatchObject([{ to: 'phone', command: { name: 'take', seconds: 0, plays: true } }])
    expect(now()).toMatchObject({ status: 'paused', track: { id: second.id } })
    expect(announced).toEqual([])
  })

  test('continues here what the device played when it is chosen itself', async () => {
    const { player, routed, now, reports } = openTab()
    player.restore({ order: { ...now().order, list: [], inBetween: first }, positionSeconds: 0 })
    reports({ position_seconds: 84 })
    useDevices.getState().actions?.playHere()
    expect(now()).toMatchObject({ status: 'loading', track: { id: first.id }, positionSeconds: 84 })
    expect(routed.state.getState().status).toBe('loading')
  })
})

describe('playback that is moved to another device', () => {
  const answers = [{ tab: 'me-tab', seq: 1 }]

  /** The tab plays, and its listener has chosen the paused phone; the phone has not begun to play yet. */
  async function move() {
    const tab = openTab()
    await tab.listened(first)
    tab.player.seekToSeconds(42)
    tab.reports({ status: 'paused', began_at: null })
    useDevices.getState().actions?.choose(tab.phone)
    expect(tab.commands()).toEqual([])
    await tab.settle()
    return tab
  }

  test('is saved first, goes on here until that device has begun, and pauses then without a line', async () => {
    const { saves, commands, reports, now } = await move()
    expect(saves).toEqual(['settle'])
    expect(commands()).toMatchObject([
      { to: 'phone', seq: 1, command: { name: 'take', seconds: 42, plays: true } },
    ])
    reports({ status: 'loading', began_at: null, answers })
    expect(now().status).toBe('playing')
    reports({ began_at: 2, answers })
    expect(now().status).toBe('paused')
    expect(useDevices.getState()).toMatchObject({
      role: { name: 'controlling', device: { id: 'phone' } },
      line: undefined,
    })
  })

  test('goes on here when that device does not answer, and says so', async () => {
    const { errors, now } = await move()
    await vi.advanceTimersByTimeAsync(3000)
    expect([errors, now().status]).toEqual([['iPhone antwortet nicht'], 'playing'])
    expect(useDevices.getState().role.name).toBe('local')
  })

  test('goes on here when its browser wants a press, and says so', async () => {
    const { reports, now } = await move()
    reports({ status: 'paused', began_at: null, needs_press: true, answers })
    expect(now().status).toBe('playing')
    expect(useDevices.getState().line).toEqual({ kind: 'needsPress', name: 'iPhone' })
  })

  test('stays where it is when the device is chosen that plays already', async () => {
    const { reports, commands, phone, settle } = openTab()
    reports()
    useDevices.getState().actions?.choose(phone)
    await settle()
    expect(commands()).toEqual([])
  })

  test('comes back silent, where it was, when that device is gone for three seconds', async () => {
    const { player, now, reports, link, own } = openTab()
    player.restore({ order: { ...now().order, list: [], inBetween: first }, positionSeconds: 0 })
    reports({ position_seconds: 84 })
    const self = { device: 'me', tab: 'me-tab', began_at: null }
    link.onList({ type: 'players', self, at: Date.now(), devices: [own] })
    await vi.advanceTimersByTimeAsync(2999)
    expect(useDevices.getState().role.name).toBe('controlling')
    await vi.advanceTimersByTimeAsync(1)
    expect(now()).toMatchObject({ status: 'paused', track: { id: first.id }, positionSeconds: 84 })
    expect(useDevices.getState()).toMatchObject({
      role: { name: 'local' },
      line: { kind: 'gone', name: 'iPhone', seconds: 84 },
    })
  })
})

describe('a controlled device', () => {
  test('whose slider is dragged reports some values and always the last one', async () => {
    const { player, sent, report } = openTab()
    for (let step = 1; step <= 100; step += 1) {
      player.setVolume(step / 100)
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(200)
    expect(sent.length).toBeLessThan(15)
    expect(report()).toMatchObject({ volume: 1 })
  })

  test('does each command once, and names it in its report', async () => {
    const { player, now, receive, report, settle, element } = openTab()
    player.choose(album, first)
    await settle()
    element.sounds(100)
    receive({ name: 'next' }, 1)
    receive({ name: 'next' }, 1)
    expect(now().track?.id).toBe(second.id)
    await vi.advanceTimersByTimeAsync(100)
    expect(report()).toMatchObject({ answers: [{ tab: 'other-tab', seq: 1 }], track: { id: second.id } })
    receive({ name: 'volume', volume: 0.3, muted: true }, 2)
    expect(now()).toMatchObject({ volume: 0.3, isMuted: true })
    receive({ name: 'pause' }, 3)
    receive({ name: 'pause' }, 4)
    expect(now().status).toBe('paused')
  })

  test('in a listening room another device can stop the sound and set its volume, and no more', () => {
    const { player, now, receive, saves } = openTab()
    player.beginFollowing()
    const entry = { key: 'of the room', track: first }
    player.cue({ ...now().order, list: [entry], order: [entry], position: 0 }, 20)
    receive({ name: 'next' }, 1)
    receive({ name: 'seek', seconds: 50 }, 2)
    receive({ name: 'take', seconds: 50, plays: true }, 3)
    expect(now()).toMatchObject({ track: first, positionSeconds: 20, status: 'paused' })
    expect(saves).toEqual([])
    receive({ name: 'volume', volume: 0.3, muted: false }, 4)
    expect(now().volume).toBe(0.3)
  })

  test('does not do what was given up while it slept', () => {
    const { player, now, receive } = openTab()
    player.choose(album, first)
    player.pause()
    receive({ name: 'volume', volume: 1, muted: false }, 1)
    receive({ name: 'play' }, 2, Date.now() - 3001)
    expect(now().status).toBe('paused')
    receive({ name: 'play' }, 3)
    expect(now().status).not.toBe('paused')
  })

  test('whose browser wants a press says so on both sides and keeps the state', async () => {
    const { player, element, now, receive, report, settle } = openTab()
    player.restore({ order: { ...now().order, inBetween: first }, positionSeconds: 42 })
    element.needsPress = true
    receive({ name: 'play' }, 1)
    await settle()
    await vi.advanceTimersByTimeAsync(200)
    expect(report()).toMatchObject({ needs_press: true, position_seconds: 42 })
    expect(useDevices.getState().line).toEqual({ kind: 'pressHere' })
    expect(now()).toMatchObject({ status: 'paused', positionSeconds: 42 })
    element.needsPress = false
    useDevices.getState().actions?.playHere()
    await settle()
    element.sounds(100)
    await vi.advanceTimersByTimeAsync(200)
    expect(report()).toMatchObject({ needs_press: false, status: 'playing' })
    expect(useDevices.getState().line).toBeUndefined()
  })

  test('pauses when another one begins later, and says so', () => {
    const { player, now, reports, link, receive, own, phone } = openTab()
    player.choose(album, first)
    receive({ name: 'seek', seconds: 5 }, 1)
    // The list was made before playback began in this tab.
    reports()
    expect(now().status).not.toBe('paused')
    link.onList({
      type: 'players',
      self: { device: 'me', tab: 'me-tab', began_at: 1 },
      at: Date.now(),
      devices: [
        { ...own, began_at: 1 },
        { ...phone, began_at: 2 },
      ],
    })
    expect(now().status).toBe('paused')
    expect(useDevices.getState().line).toMatchObject({ kind: 'takenOver', name: 'iPhone' })
  })
})
