import type { PlayDevice, PlayDevices } from '@tonarchiv/contract/play-devices'
import { describe, expect, test } from 'vitest'
import { LOCAL, roleAfter, type Role, type RoleEffect, type RoleEvent } from './device-role.ts'

function device(id: string, more: Partial<PlayDevice> = {}): PlayDevice {
  return {
    id,
    name: id,
    browser: null,
    kind: 'desktop',
    began_at: null,
    reported_at: 0,
    status: more.began_at === undefined || more.began_at === null ? 'paused' : 'playing',
    track: null,
    position_seconds: 0,
    duration_seconds: 100,
    volume: 1,
    muted: false,
    needs_press: false,
    answers: [],
    ...more,
  }
}

/** The event for a list of devices that the tab "me-tab" on the device "me" receives. */
const listed = (devices: PlayDevice[], isSounding = false, beganAt: number | null = null): RoleEvent => {
  const list: PlayDevices = {
    type: 'players',
    self: { device: 'me', tab: 'me-tab', began_at: beganAt },
    at: 0,
    devices,
  }
  return { type: 'listed', list, isSounding }
}

/** The role after all of these events, and the effects of the last event. */
function after(
  role: Role,
  ...events: RoleEvent[]
): { role: Role; did: RoleEffect['do'][]; effects: readonly RoleEffect[] } {
  let transition = roleAfter(role, { type: 'timedOut', seq: -1 })
  for (const event of events) transition = roleAfter(transition.role, event)
  return { ...transition, did: transition.effects.map((effect) => effect.do) }
}

const me = device('me')
const phone = device('phone')
const playingPhone = device('phone', { began_at: 5 })
const controllingPhone: Role = { name: 'controlling', device: playingPhone }
const transfer = { to: phone, seq: 3, plays: true }
const answered = [{ tab: 'me-tab', seq: 3 }]

describe('another device plays', () => {
  test('a silent tab becomes its remote control without a word', () => {
    expect(after(LOCAL, listed([me, playingPhone]))).toMatchObject({
      role: controllingPhone,
      did: ['clearLine'],
    })
  })

  test('the tab that began earlier pauses and says so; the one that began later plays on', () => {
    const mine = device('me', { began_at: 4 })
    const paused = after(LOCAL, listed([mine, playingPhone], true, 4))
    expect(paused.role).toMatchObject({ name: 'controlling', device: { id: 'phone' } })
    expect(paused.effects).toEqual([
      { do: 'pause' },
      { do: 'say', line: { kind: 'takenOver', name: 'phone', deviceKind: 'desktop' } },
    ])
    const later = device('me', { began_at: 6 })
    expect(after(LOCAL, listed([later, playingPhone], true, 6))).toMatchObject({ role: LOCAL, effects: [] })
  })

  test('two that begin in the same millisecond agree on one of them', () => {
    const [one, other] = [device('me', { began_at: 5 }), playingPhone]
    const here = after(LOCAL, listed([one, other], true, 5))
    const there = roleAfter(LOCAL, {
      type: 'listed',
      list: {
        type: 'players',
        self: { device: 'phone', tab: 'p', began_at: 5 },
        at: 0,
        devices: [one, other],
      },
      isSounding: true,
    })
    expect([here.role.name, there.role.name]).toEqual(['controlling', 'local'])
  })

  test('a start that the list does not know yet is not taken back', () => {
    expect(after(LOCAL, listed([me, playingPhone], true, null)).role).toEqual(LOCAL)
  })

  test('another tab of this browser is no other device', () => {
    expect(after(LOCAL, listed([device('me', { began_at: 9 }), phone])).role).toEqual(LOCAL)
    expect(after(controllingPhone, listed([device('me', { began_at: 9 }), phone])).role).toEqual(LOCAL)
  })

  test('a remote control stays one while its device pauses, and follows when a third one begins', () => {
    expect(after(controllingPhone, listed([me, phone])).role).toMatchObject({ device: { id: 'phone' } })
    const third = device('tablet', { began_at: 8 })
    expect(after(controllingPhone, listed([me, playingPhone, third])).role).toMatchObject({
      name: 'controlling',
      device: { id: 'tablet' },
    })
  })
})

describe('a device that vanishes', () => {
  test('is waited for, and its state is restored here, silent', () => {
    const missing = after(controllingPhone, listed([me]))
    expect(missing).toMatchObject({ role: { name: 'controlling', isMissing: true }, did: ['watchMissing'] })
    expect(after(missing.role, listed([me])).did).toEqual([])
    const gone = after(missing.role, { type: 'missed', seconds: 84 })
    expect(gone.role).toEqual(LOCAL)
    expect(gone.effects).toEqual([
      { do: 'restore', plays: false },
      { do: 'say', line: { kind: 'gone', name: 'phone', seconds: 84 } },
    ])
  })

  test('and comes back in time is controlled as before', () => {
    const back = after(controllingPhone, listed([me]), listed([me, playingPhone]))
    expect(back.role).toEqual({ ...controllingPhone, pending: undefined, transfer: undefined })
    expect(after(back.role, { type: 'missed', seconds: 1 })).toMatchObject({ role: back.role, effects: [] })
  })
})

describe('commands to another device', () => {
  test('are expected to be done until it answers', () => {
    const sent: RoleEvent = { type: 'sent', seq: 3, expected: { status: 'loading' } }
    const waiting = after(controllingPhone, sent, listed([me, playingPhone]))
    expect(waiting.role).toMatchObject({ pending: { seq: 3, expected: { status: 'loading' } } })
    const done = after(waiting.role, listed([me, { ...playingPhone, answers: answered }]))
    expect(done.role).toMatchObject({ pending: undefined })
    // Answers to an earlier command, and to a command of another tab.
    const others = [
      { tab: 'me-tab', seq: 2 },
      { tab: 'other', seq: 9 },
    ]
    expect(after(waiting.role, listed([me, { ...playingPhone, answers: others }])).role).toMatchObject({
      pending: { seq: 3 },
    })
  })

  test('that are not answered are given up with a message, only the latest one counts', () => {
    const sent = (seq: number): RoleEvent => ({ type: 'sent', seq, expected: { status: 'loading' } })
    const waiting = after(controllingPhone, sent(3), sent(4))
    expect(after(waiting.role, { type: 'timedOut', seq: 3 })).toMatchObject({ role: waiting.role, did: [] })
    const given = after(waiting.role, { type: 'timedOut', seq: 4 })
    expect(given.role).toMatchObject({ name: 'controlling', pending: undefined })
    expect(given.effects).toEqual([{ do: 'reportSilent', name: 'phone' }])
  })

  test('do nothing in a tab that controls nothing', () => {
    expect(after(LOCAL, { type: 'sent', seq: 1, expected: {} }).role).toEqual(LOCAL)
  })

  test('a browser that waits for a press there is named', () => {
    const rejected = { ...phone, needs_press: true }
    expect(after(controllingPhone, listed([me, rejected])).effects).toEqual([
      { do: 'say', line: { kind: 'needsPress', name: 'phone' } },
    ])
    expect(after(controllingPhone, listed([me, rejected]), listed([me, rejected])).effects).toEqual([])
  })
})

describe('commands of other tabs', () => {
  test('are done once and in their order, each tab counted by itself', () => {
    const commanded = (from: string, seq: number): RoleEvent => ({ type: 'commanded', from, seq })
    const first = after(LOCAL, commanded('a', 1))
    expect(first).toMatchObject({ role: { name: 'controlled' }, did: ['clearLine', 'execute'] })
    expect(after(first.role, commanded('a', 1)).did).toEqual([])
    expect(after(first.role, commanded('a', 3), commanded('a', 2)).did).toEqual([])
    expect(after(first.role, commanded('b', 1)).did).toEqual(['clearLine', 'execute'])
  })

  test('end with the other devices', () => {
    const controlled = after(LOCAL, { type: 'commanded', from: 'a', seq: 1 }).role
    expect(after(controlled, listed([me, phone])).role.name).toBe('controlled')
    expect(after(controlled, listed([me])).role).toEqual({ name: 'local', transfer: undefined })
  })

  test('make a remote control a player', () => {
    expect(after(controllingPhone, { type: 'commanded', from: 'a', seq: 1 }).role.name).toBe('controlled')
  })
})

describe('moving to another device', () => {
  const moving = after(LOCAL, { type: 'transferRequested', transfer }).role
  const mine = device('me', { began_at: 2 })

  test('this one plays until the other one has begun', () => {
    expect(after(moving, listed([mine, phone], true, 2))).toMatchObject({
      role: { name: 'local' },
      effects: [],
    })
    expect(after(moving, listed([mine, { ...phone, answers: answered }], true, 2)).did).toEqual([])
    const moved = after(moving, listed([mine, { ...playingPhone, answers: answered }], true, 2))
    expect(moved).toMatchObject({
      role: { name: 'controlling', device: { id: 'phone' } },
      did: ['clearLine', 'pause'],
    })
  })

  test('one that may not begin by itself leaves the sound here', () => {
    const blocked = after(moving, listed([mine, { ...phone, answers: answered, needs_press: true }], true, 2))
    expect(blocked.role).toEqual({ name: 'local', transfer: undefined })
    expect(blocked.effects).toEqual([{ do: 'say', line: { kind: 'needsPress', name: 'phone' } }])
  })

  test('one that does not answer leaves the sound here', () => {
    const silent = after(moving, { type: 'timedOut', seq: 3 })
    expect(silent.role).toEqual({ name: 'local', transfer: undefined })
    expect(silent.effects).toEqual([{ do: 'reportSilent', name: 'phone' }])
  })

  test('what was paused here is paused there', () => {
    const paused = after(LOCAL, { type: 'transferRequested', transfer: { ...transfer, plays: false } })
    expect(after(paused.role, listed([me, { ...phone, answers: answered }])).role).toMatchObject({
      name: 'controlling',
      device: { id: 'phone' },
    })
  })

  test('back to this one continues what the other one plays', () => {
    expect(after(controllingPhone, { type: 'chosenHere' })).toMatchObject({
      role: LOCAL,
      effects: [{ do: 'clearLine' }, { do: 'restore', plays: true }],
    })
    expect(after(LOCAL, { type: 'chosenHere' }).did).toEqual(['clearLine'])
  })
})
