import type { PlayDevice, PlayerCommand } from '@tonarchiv/contract/play-devices'
import type { StoreApi } from 'zustand/vanilla'
import { currentTrack, type PlayOrder } from '../order/play-order.ts'
import { isSounding, type PlayerState } from '../engine/playback/player-state.ts'
import type { Player } from '../engine/player.ts'
import type { Expected, RoleEvent } from './device-role.ts'
import { currentRole, useDevices } from './devices-store.ts'
import type { SentCommands } from './sent-commands.ts'

/**
 * How many times the order is saved before a device is started; a save fails if another device saves at the same
 * moment.
 */
const MOST_STARTS = 2

interface CommandParts {
  own: Player
  /** The state that the screens show: that of this tab's player or that of the controlled device. */
  shown: StoreApi<PlayerState>
  /** Saves the play state; resolves with false when that has failed. */
  sync: { settle: () => Promise<boolean> }
  sent: SentCommands
  happened: (event: RoleEvent) => void
}

interface DeviceCommands {
  /** Sends a command to the controlled device. Until the device answers, the state `expected` is shown. */
  send: (command: PlayerCommand, expected: Expected) => void
  /** Saves this order, and makes the controlled device play its current track from the beginning. */
  start: (order: PlayOrder) => void
  /** Moves playback to a device, which may be this one. */
  choose: (device: PlayDevice) => void
}

export function createDeviceCommands({ own, shown, sync, sent, happened }: CommandParts): DeviceCommands {
  /** Saves the order before the command is sent, because the other device reads the order from the server. */
  async function start(order: PlayOrder): Promise<void> {
    const role = currentRole()
    if (role.name !== 'controlling') return
    const seq = sent.number()
    happened({ type: 'sent', seq, expected: { status: 'loading', position_seconds: 0 } })
    const wanted = currentTrack(order)?.id
    for (let attempt = 0; attempt < MOST_STARTS; attempt += 1) {
      own.restore({ order, positionSeconds: 0 })
      await sync.settle()
      if (own.state.getState().track?.id === wanted) break
    }
    sent.send(role.device.id, seq, { name: 'take', seconds: 0, plays: true })
  }

  async function choose(device: PlayDevice): Promise<void> {
    if (device.id === useDevices.getState().ownId) {
      happened({ type: 'chosenHere' })
      return
    }
    const role = currentRole()
    if (role.name === 'controlling' && role.device.id === device.id) return
    const plays = isSounding(shown.getState().status)
    const seq = sent.number()
    happened({ type: 'transferRequested', transfer: { to: device, seq, plays } })
    await sync.settle()
    sent.send(device.id, seq, { name: 'take', seconds: shown.getState().positionSeconds, plays })
  }

  return {
    send(command, expected) {
      const role = currentRole()
      if (role.name !== 'controlling') return
      const seq = sent.number()
      happened({ type: 'sent', seq, expected })
      sent.send(role.device.id, seq, command)
    },
    start: (order) => void start(order),
    choose: (device) => void choose(device),
  }
}
