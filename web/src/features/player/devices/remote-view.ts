import type { PlayDevices } from '@tonarchiv/contract/play-devices'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayerState } from '../engine/playback/player-state.ts'
import type { Role } from './device-role.ts'
import { remoteState } from './remote-state.ts'

/** Milliseconds between two updates of the displayed position while the controlled device plays. */
const SHOWN_EVERY = 250

/** The displayed state of the controlled device. Between two reports of the device, the position is advanced. */
interface RemoteView {
  state: StoreApi<PlayerState>
  /** Stores when the list was made, by the server's clock, and when it arrived. */
  note: (list: PlayDevices) => void
  /** Updates the displayed state to that of the device which is controlled in this role. */
  show: (role: Role) => void
  stop: () => void
}

export function createRemoteView(own: StoreApi<PlayerState>, now: () => number): RemoteView {
  const state = createStore<PlayerState>(() => own.getState())
  /**
   * When the last list was made, by the server's clock, and when it arrived, by the clock of this tab; both in
   * milliseconds.
   */
  let last: { serverAt: number; at: number } | undefined
  let ticking: ReturnType<typeof setInterval> | undefined
  return {
    state,
    note: ({ at }) => (last = { serverAt: at, at: now() }),
    show(role) {
      clearInterval(ticking)
      // The displayed position of a missing device does not advance.
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
