import type { PlayDevices } from '@tonarchiv/contract/play-devices'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayerState } from '../engine/playback/player-state.ts'
import type { Role } from './device-role.ts'
import { remoteState } from './remote-state.ts'

/** Milliseconds between two updates of the shown position while the controlled device plays. */
const SHOWN_EVERY = 250

/** The state of the controlled device; its position advances between two reports. */
interface RemoteView {
  state: StoreApi<PlayerState>
  /** Stores the server's time of a list that has arrived. */
  note: (list: PlayDevices) => void
  /** Shows the device of this role. */
  show: (role: Role) => void
  stop: () => void
}

export function createRemoteView(own: StoreApi<PlayerState>, now: () => number): RemoteView {
  const state = createStore<PlayerState>(() => own.getState())
  /** The server's time of the last list, and when it arrived. */
  let last: { serverAt: number; at: number } | undefined
  let ticking: ReturnType<typeof setInterval> | undefined
  return {
    state,
    note: ({ at }) => (last = { serverAt: at, at: now() }),
    show(role) {
      clearInterval(ticking)
      // The position of a missing device is unchanged.
      if (role.name !== 'controlling' || role.isMissing) return
      const { device, pending } = role
      const draw = () => {
        const age = last ? last.serverAt - device.reported_at + now() - last.at : 0
        const shown = { expected: pending?.expected, ageSeconds: Math.max(0, age) / 1000 }
        state.setState(remoteState(own.getState(), device, shown), true)
      }
      draw()
      if (device.status === 'playing') ticking = setInterval(draw, SHOWN_EVERY)
    },
    stop: () => clearInterval(ticking),
  }
}
