import type { PlayDevice, PlayDevices } from '@tonarchiv/contract/play-devices'

/** The state that the controlled device will probably have after a command. It is shown until the device answers. */
export type Expected = Partial<Pick<PlayDevice, 'status' | 'position_seconds' | 'volume' | 'muted'>>

/** A request to move playback to another device. The previous device plays on until the new one has begun. */
interface Transfer {
  to: Pick<PlayDevice, 'id' | 'name'>
  /** The number of the command that requests the move; numbers count up within a tab. */
  seq: number
  /** Whether the other device is to play, or only to load the track and stay paused. */
  plays: boolean
}

/** The role of this tab with regard to the other open devices of the account. */
export type Role =
  /** The tab plays by itself or is idle; no other device is involved. */
  | { name: 'local'; transfer?: Transfer | undefined }
  /**
   * The tab plays and is controlled by other tabs. `done` maps the id of each controlling tab to the number of its last
   * command.
   */
  | { name: 'controlled'; done: ReadonlyMap<string, number>; transfer?: Transfer | undefined }
  /** Another device plays, and this tab is its remote control. */
  | {
      name: 'controlling'
      device: PlayDevice
      /** The latest command to which the device has not answered yet. */
      pending?: { seq: number; expected: Expected } | undefined
      /** Set while the controlled device is missing in the list of open devices. */
      isMissing?: true
      transfer?: Transfer | undefined
    }

export type RoleEvent =
  /** The server has sent the list of open devices. `isSounding`: the player of this tab plays or is about to play. */
  | { type: 'listed'; list: PlayDevices; isSounding: boolean }
  /** Another tab, `from`, has sent a command to this one. */
  | { type: 'commanded'; from: string; seq: number }
  /** This tab has sent a command to the controlled device. */
  | { type: 'sent'; seq: number; expected: Expected }
  /** The listener has chosen another device, and the command to play was sent to that device. */
  | { type: 'transferRequested'; transfer: Transfer }
  /** The listener has chosen this device. */
  | { type: 'chosenHere' }
  /** The command with this number was not answered in time. */
  | { type: 'timedOut'; seq: number }
  /** The missing device has not reappeared in the list; `seconds` is its last known position in the track. */
  | { type: 'missed'; seconds: number }

/** The effects of an event. They are run in the order in which they are returned. */
export type RoleEffect =
  /** Pause the player of this tab. */
  | { do: 'pause' }
  /** Execute the received command with the player of this tab. */
  | { do: 'execute' }
  /** Load the track and position of the other device into the player of this tab, and play it if `plays` is set. */
  | { do: 'restore'; plays: boolean }
  | { do: 'watchMissing' }
  | { do: 'say'; line: DeviceLine }
  | { do: 'reportSilent'; name: string }
  /** Remove the notice above the player. */
  | { do: 'clearLine' }

/** A notice about a device, above the player. */
export type DeviceLine =
  /** Another device has begun to play, so this one was paused. */
  | { kind: 'takenOver'; name: string; deviceKind: PlayDevice['kind'] }
  /** The controlled device is not connected any more; `seconds` is its last known position in the track. */
  | { kind: 'gone'; name: string; seconds: number }
  /** The browser of the controlled device plays no sound before a user gesture on that device. */
  | { kind: 'needsPress'; name: string }
  /** The browser of this device plays no sound before a user gesture. */
  | { kind: 'pressHere' }

interface Transition {
  role: Role
  effects: readonly RoleEffect[]
}

/** Maximum number of controlling tabs for which the number of the last command is stored. */
const MOST_CONTROLLING = 10

export const LOCAL: Role = { name: 'local' }

/** The role after an event, and the effects to run. */
export function roleAfter(role: Role, event: RoleEvent): Transition {
  switch (event.type) {
    case 'listed':
      return role.name === 'controlling' ? controllingAfter(role, event.list) : playingAfter(role, event)
    case 'commanded':
      return commandedAfter(role, event.from, event.seq)
    case 'sent':
      if (role.name !== 'controlling') return stay(role)
      return stay({
        ...role,
        pending: { seq: event.seq, expected: { ...role.pending?.expected, ...event.expected } },
      })
    case 'transferRequested':
      return stay({ ...role, transfer: event.transfer })
    case 'chosenHere':
      if (role.name !== 'controlling') return { role: LOCAL, effects: [{ do: 'clearLine' }] }
      return { role: LOCAL, effects: [{ do: 'clearLine' }, { do: 'restore', plays: true }] }
    case 'timedOut':
      return timedOutAfter(role, event.seq)
    case 'missed':
      break
  }
  return role.name === 'controlling' && role.isMissing ? goneAfter(role.device, event.seconds) : stay(role)
}

function stay(role: Role): Transition {
  return { role, effects: [] }
}

function goneAfter({ name }: PlayDevice, seconds: number): Transition {
  return {
    role: LOCAL,
    effects: [
      { do: 'restore', plays: false },
      { do: 'say', line: { kind: 'gone', name, seconds } },
    ],
  }
}

/**
 * Each command is executed once: a command with a number that is not higher than the last one of its tab is ignored.
 */
function commandedAfter(role: Role, from: string, seq: number): Transition {
  const done = role.name === 'controlled' ? role.done : new Map<string, number>()
  if (seq <= (done.get(from) ?? 0)) return stay(role)
  return {
    role: { name: 'controlled', done: new Map([...done, [from, seq] as const].slice(-MOST_CONTROLLING)) },
    effects: [{ do: 'clearLine' }, { do: 'execute' }],
  }
}

function timedOutAfter(role: Role, seq: number): Transition {
  if (role.transfer?.seq === seq)
    return {
      role: { ...role, transfer: undefined },
      effects: [{ do: 'reportSilent', name: role.transfer.to.name }],
    }
  if (role.name !== 'controlling' || role.pending?.seq !== seq) return stay(role)
  return {
    role: { ...role, pending: undefined },
    effects: [{ do: 'reportSilent', name: role.device.name }],
  }
}

/** The device that was the last to begin playing; undefined if none plays. */
function soundingIn({ devices }: PlayDevices): (PlayDevice & { began_at: number }) | undefined {
  let latest: (PlayDevice & { began_at: number }) | undefined
  for (const device of devices) {
    const { began_at: beganAt } = device
    // All tabs receive the devices in the same order. If two devices have begun in the same millisecond, every tab
    // chooses the later one in the list.
    if (beganAt !== null && beganAt >= (latest?.began_at ?? 0)) latest = { ...device, began_at: beganAt }
  }
  return latest
}

/** The outcome of a requested move to another device; undefined while it is not decided. */
function transferIn(role: Role, { self, devices }: PlayDevices): Transition | undefined {
  const { transfer } = role
  const target = devices.find(({ id }) => id === transfer?.to.id)
  if (!transfer || !target || !isAnswered(target, self.tab, transfer.seq)) return undefined
  if (transfer.plays && target.needs_press) {
    const line: DeviceLine = { kind: 'needsPress', name: target.name }
    return { role: { ...role, transfer: undefined }, effects: [{ do: 'say', line }] }
  }
  if (transfer.plays && target.began_at === null) return undefined
  const pause: RoleEffect[] = role.name === 'controlling' ? [] : [{ do: 'pause' }]
  return { role: { name: 'controlling', device: target }, effects: [{ do: 'clearLine' }, ...pause] }
}

function isAnswered({ answers }: PlayDevice, tab: string, seq: number): boolean {
  return answers.some((answer) => answer.tab === tab && answer.seq >= seq)
}

function playingAfter(
  role: Exclude<Role, { name: 'controlling' }>,
  { list, isSounding }: Extract<RoleEvent, { type: 'listed' }>,
): Transition {
  const moved = transferIn(role, list)
  if (moved) return moved
  const { self } = list
  // This is the only open device, so no other one can control it.
  if (role.name === 'controlled' && list.devices.length === 1)
    return stay({ name: 'local', transfer: role.transfer })
  const sounding = soundingIn(list)
  if (!sounding || sounding.id === self.device || sounding.id === role.transfer?.to.id) return stay(role)
  // The player of this tab has begun to play after the server made the list.
  if (isSounding && self.began_at === null) return stay(role)
  const controlling: Role = { name: 'controlling', device: sounding }
  if (!isSounding) return { role: controlling, effects: [{ do: 'clearLine' }] }
  const line: DeviceLine = { kind: 'takenOver', name: sounding.name, deviceKind: sounding.kind }
  return { role: controlling, effects: [{ do: 'pause' }, { do: 'say', line }] }
}

function controllingAfter(role: Extract<Role, { name: 'controlling' }>, list: PlayDevices): Transition {
  const moved = transferIn(role, list)
  if (moved) return moved
  const sounding = soundingIn(list)
  const { device: before, pending } = role
  if (sounding && sounding.id !== before.id && sounding.id !== role.transfer?.to.id) {
    // Another tab of this browser plays. The tabs of a browser pause each other, so this tab needs no remote control.
    if (sounding.id === list.self.device) return { role: LOCAL, effects: [{ do: 'clearLine' }] }
    return { role: { name: 'controlling', device: sounding }, effects: [{ do: 'clearLine' }] }
  }
  const device = list.devices.find(({ id }) => id === before.id)
  if (!device) {
    if (role.isMissing) return stay(role)
    return { role: { ...role, isMissing: true, pending: undefined }, effects: [{ do: 'watchMissing' }] }
  }
  const isDone = pending === undefined || isAnswered(device, list.self.tab, pending.seq)
  const isRejected = device.needs_press && !before.needs_press
  return {
    role: { name: 'controlling', device, pending: isDone ? undefined : pending, transfer: role.transfer },
    effects: isRejected ? [{ do: 'say', line: { kind: 'needsPress', name: device.name } }] : [],
  }
}
