import type { PlayDevice, PlayDevices } from '@tonarchiv/contract/play-devices'

/** What a controlled device is expected to be after a command, shown until it answers. */
export type Expected = Partial<Pick<PlayDevice, 'status' | 'position_seconds' | 'volume' | 'muted'>>

/** A requested move of playback to another device. Until that device has begun, the previous one plays on. */
interface Transfer {
  to: Pick<PlayDevice, 'id' | 'name'>
  /** The number of the command that requests the move. */
  seq: number
  /** Whether the device is to play, or only to have the track ready, paused. */
  plays: boolean
}

/** The role of this tab among the open devices of its account. */
export type Role =
  /** The tab has its own playback and is not controlled. */
  | { name: 'local'; transfer?: Transfer | undefined }
  /** The tab plays, and other tabs control it; `done` maps their ids to the number of the last command of each. */
  | { name: 'controlled'; done: ReadonlyMap<string, number>; transfer?: Transfer | undefined }
  /** Another device plays, and this tab is its remote control. */
  | {
      name: 'controlling'
      device: PlayDevice
      /** The latest command that the device has not answered. */
      pending?: { seq: number; expected: Expected } | undefined
      /** The device is not in the list of open devices. */
      isMissing?: true
      transfer?: Transfer | undefined
    }

export type RoleEvent =
  /** A list of the open devices has arrived; `isSounding`: the player of this tab plays or is about to. */
  | { type: 'listed'; list: PlayDevices; isSounding: boolean }
  /** A command of another tab. */
  | { type: 'commanded'; from: string; seq: number }
  /** A command was sent to the controlled device. */
  | { type: 'sent'; seq: number; expected: Expected }
  /** Another device was chosen; the command was sent to it. */
  | { type: 'transferRequested'; transfer: Transfer }
  /** This device was chosen. */
  | { type: 'chosenHere' }
  /** A command was not answered in time. */
  | { type: 'timedOut'; seq: number }
  /** A missing device has not come back; `seconds` is its last position. */
  | { type: 'missed'; seconds: number }

/** The effects of an event, run in this order. */
export type RoleEffect =
  /** This device pauses. */
  | { do: 'pause' }
  /** This device executes the command that was received. */
  | { do: 'execute' }
  /** This device takes over the track and position of the other one, and plays or stays paused. */
  | { do: 'restore'; plays: boolean }
  | { do: 'watchMissing' }
  | { do: 'say'; line: DeviceLine }
  | { do: 'reportSilent'; name: string }
  /** Removes the line above the player. */
  | { do: 'clearLine' }

/** A line of text above the player. */
export type DeviceLine =
  /** Another device began to play, and this one was paused. */
  | { kind: 'takenOver'; name: string; deviceKind: PlayDevice['kind'] }
  /** The controlled device is not connected any more. */
  | { kind: 'gone'; name: string; seconds: number }
  /** The browser of that device allows no sound before a press there. */
  | { kind: 'needsPress'; name: string }
  /** The browser of this device allows no sound before a press. */
  | { kind: 'pressHere' }

interface Transition {
  role: Role
  effects: readonly RoleEffect[]
}

/** Maximum number of tabs for which the number of the last command is stored. */
const MOST_CONTROLLING = 10

export const LOCAL: Role = { name: 'local' }

/** The role after an event, and the effects. */
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

/** Executes each command once. A command that is older than the last one of its tab is ignored. */
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

/** The device whose sound began last; undefined while all are silent. */
function soundingIn({ devices }: PlayDevices): (PlayDevice & { began_at: number }) | undefined {
  let latest: (PlayDevice & { began_at: number }) | undefined
  for (const device of devices) {
    const { began_at: beganAt } = device
    // All tabs get the devices in the same order: if two began in the same millisecond, each tab chooses the last one.
    if (beganAt !== null && beganAt >= (latest?.began_at ?? 0)) latest = { ...device, began_at: beganAt }
  }
  return latest
}

/** The outcome of a move to another device; undefined while it is open. */
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
  // No other device is left that could control this one.
  if (role.name === 'controlled' && list.devices.length === 1)
    return stay({ name: 'local', transfer: role.transfer })
  const sounding = soundingIn(list)
  if (!sounding || sounding.id === self.device || sounding.id === role.transfer?.to.id) return stay(role)
  // Playback has just begun here, after the list was made.
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
    // Another tab of this browser plays. Tabs of one browser pause each other, so no remote control is needed.
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
