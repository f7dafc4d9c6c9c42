import {
  ANSWERED_WITHIN,
  type CommandFromDevice,
  type PlayDevices,
  type PlayerReport,
} from '@tonarchiv/contract/play-devices'
import type { ToServer } from '@tonarchiv/contract/realtime'
import { currentTrack, type PlayOrder } from '../order/play-order.ts'
import { isSounding } from '../engine/playback/player-state.ts'
import type { Player } from '../engine/player.ts'
import type { RoutedPlayer } from '../engine/routed-player.ts'
import { canSetVolume } from '../engine/volume.ts'
import { createDeviceCommands } from './device-commands.ts'
import { roleAfter, type RoleEffect, type RoleEvent } from './device-role.ts'
import { currentRole, NO_DEVICES, useDevices } from './devices-store.ts'
import { executeCommand } from './execute-command.ts'
import { isWorthReporting, reportOf } from './own-report.ts'
import { createRemotePlayer } from './remote-player.ts'
import { createRemoteView } from './remote-view.ts'
import { createSentCommands } from './sent-commands.ts'
import { throttled } from './throttled.ts'

/** Shortest time between two reports in milliseconds. A dragged slider would otherwise send one for each change. */
const REPORTED_EVERY = 100
/**
 * Milliseconds that the controlled device may be missing in the list, for example during a reload, before it counts as
 * gone.
 */
const MISSED_AFTER = 3000
/** Each report answers the last command of at most this many tabs. */
const ANSWERS_MAX = 10

interface LinkParts {
  own: Player
  routed: RoutedPlayer
  sync: { flush: () => void; settle: () => Promise<boolean>; take: () => Promise<boolean> }
  send: (message: ToServer) => void
  isLoggedIn: () => boolean
  showError: (text: string) => void
  /** Returns milliseconds of a clock that does not stop while the computer sleeps. */
  now: () => number
}

interface DeviceLink {
  onList: (list: PlayDevices) => void
  onCommand: (message: CommandFromDevice) => void
  /** Sends the state of this tab's player to the server. The first report makes the tab known to the server. */
  report: () => void
  isControlling: () => boolean
  stop: () => void
}

/**
 * Connects the player of this tab with the account's other open devices. `device-role.ts` decides which effects an
 * event has.
 */
export function linkDevices(parts: LinkParts): DeviceLink {
  const { own, routed, sync, now } = parts
  const view = createRemoteView(own.state, now)
  const sent = createSentCommands(parts.send, (seq) => happened({ type: 'timedOut', seq }))
  /**
   * A lower bound of the difference between the server's clock and this one, in milliseconds; positive if the server's
   * is ahead.
   */
  let skew = -Infinity
  let answers: PlayerReport['answers'] = []
  let missing: ReturnType<typeof setTimeout> | undefined
  const commands = createDeviceCommands({ own, shown: routed.state, sync, sent, happened })
  const controlled = createRemotePlayer(own, { ...parts, ...commands, state: view.state, save: sync.flush })

  const { run: report, stop: stopReports } = throttled(REPORTED_EVERY, () => {
    const isSettable = canSetVolume()
    parts.send({ type: 'player', ...reportOf(own.state.getState(), { canSetVolume: isSettable, answers }) })
  })

  function happened(event: RoleEvent, received?: CommandFromDevice): void {
    const before = currentRole()
    const { role, effects } = roleAfter(before, event)
    if (role !== before) useDevices.setState({ role })
    for (const effect of effects) run(effect, received)
    if (role.name !== before.name) routed.route(role.name === 'controlling' ? controlled : undefined)
    view.show(role)
  }

  function run(effect: RoleEffect, received: CommandFromDevice | undefined): void {
    if (effect.do === 'pause') own.pause()
    else if (effect.do === 'execute') void (received && execute(received))
    else if (effect.do === 'restore') restore(effect.plays)
    else if (effect.do === 'say') useDevices.setState({ line: effect.line })
    else if (effect.do === 'clearLine') useDevices.setState({ line: undefined })
    else if (effect.do === 'reportSilent') parts.showError(`${effect.name} antwortet nicht`)
    else {
      const seconds = () => view.state.getState().positionSeconds
      clearTimeout(missing)
      missing = setTimeout(() => happened({ type: 'missed', seconds: seconds() }), MISSED_AFTER)
    }
  }

  /** Loads the track of the controlled device, at the position there, into the player of this tab. */
  function restore(plays: boolean): void {
    const { track, positionSeconds } = view.state.getState()
    if (track) own.restore({ order: withCurrent(own.state.getState().order, track.id), positionSeconds })
    if (plays) resume()
  }

  function resume(): void {
    if (!isSounding(own.state.getState().status)) own.toggle()
  }

  async function execute({ from, seq, command: what }: CommandFromDevice): Promise<void> {
    await executeCommand(own, what, sync.take)
    answers = [...answers.filter(({ tab }) => tab !== from), { tab: from, seq }].slice(-ANSWERS_MAX)
    report()
  }

  const unsubscribe = own.state.subscribe((after, before) => {
    if (after.needsPress && !before.needsPress) useDevices.setState({ line: { kind: 'pressHere' } })
    if (after.status === 'playing' && before.status !== 'playing') useDevices.setState({ line: undefined })
    if (isWorthReporting(after, before)) report()
    if (after.order !== before.order) view.show(currentRole())
  })
  const playHere = () => {
    happened({ type: 'chosenHere' })
    resume()
  }
  useDevices.setState({ actions: { choose: commands.choose, playHere } })

  return {
    onList(message) {
      skew = Math.max(skew, message.at - now())
      view.note(message)
      useDevices.setState({ devices: message.devices, ownId: message.self.device })
      happened({ type: 'listed', list: message, isSounding: isSounding(own.state.getState().status) })
    },
    onCommand(message) {
      skew = Math.max(skew, message.at - now())
      // A device that wakes from sleep receives old commands. Their senders have already reported them as failed.
      if (now() + skew - message.at > ANSWERED_WITHIN) return
      happened({ type: 'commanded', from: message.from, seq: message.seq }, message)
    },
    report,
    isControlling: () => currentRole().name === 'controlling',
    stop() {
      unsubscribe()
      clearTimeout(missing)
      stopReports()
      sent.stop()
      view.stop()
      routed.route(undefined)
      useDevices.setState(NO_DEVICES)
    },
  }
}

/** The order with this track as its current one; the same order if it does not contain the track. */
function withCurrent(order: PlayOrder, trackId: string): PlayOrder {
  if (currentTrack(order)?.id === trackId) return order
  const position = order.order.findIndex(({ track }) => track.id === trackId)
  return position < 0 ? order : { ...order, position, inBetween: undefined }
}
