import type { PlayDevice } from '@tonarchiv/contract/play-devices'
import { create } from 'zustand'
import { LOCAL, type DeviceLine, type Role } from './device-role.ts'

interface DevicesState {
  role: Role
  /** The devices of the account on which the app is open; empty until the server has sent the first list. */
  devices: readonly PlayDevice[]
  /** The id of this device. */
  ownId: string | undefined
  /** The notice above the player; undefined when none is shown. */
  line: DeviceLine | undefined
  /** What the devices menu and the notice can do; undefined until the devices are connected. */
  actions: DeviceActions | undefined
}

export interface DeviceActions {
  /** Moves playback to a device, which may be this one. */
  choose: (device: PlayDevice) => void
  /** Moves playback to this device. */
  playHere: () => void
}

export const NO_DEVICES: DevicesState = {
  role: LOCAL,
  devices: [],
  ownId: undefined,
  line: undefined,
  actions: undefined,
}

/** The open devices of the account and the role of this tab, for components. */
export const useDevices = create<DevicesState>(() => NO_DEVICES)

export function currentRole(): Role {
  return useDevices.getState().role
}

/** The device that this tab controls; undefined if the tab controls none. */
export function controlledDevice({ role }: DevicesState): PlayDevice | undefined {
  return role.name === 'controlling' ? role.device : undefined
}

export function closeDeviceLine(): void {
  useDevices.setState({ line: undefined })
}
