import type { PlayDevice } from '@tonarchiv/contract/play-devices'
import { create } from 'zustand'
import { LOCAL, type DeviceLine, type Role } from './device-role.ts'

interface DevicesState {
  role: Role
  /** The open devices of the account; empty until the first list has arrived. */
  devices: readonly PlayDevice[]
  /** The id of this device. */
  ownId: string | undefined
  /** The line above the player, until it is used or closed. */
  line: DeviceLine | undefined
  /** Commands of the menu and of the line. */
  actions: DeviceActions | undefined
}

export interface DeviceActions {
  /** Lets a device play, which may be this one. */
  choose: (device: PlayDevice) => void
  /** Continues on this device. */
  playHere: () => void
}

export const NO_DEVICES: DevicesState = {
  role: LOCAL,
  devices: [],
  ownId: undefined,
  line: undefined,
  actions: undefined,
}

/** The account's devices, for components. */
export const useDevices = create<DevicesState>(() => NO_DEVICES)

export function currentRole(): Role {
  return useDevices.getState().role
}

/** The device that this tab controls. */
export function controlledDevice({ role }: DevicesState): PlayDevice | undefined {
  return role.name === 'controlling' ? role.device : undefined
}

export function closeDeviceLine(): void {
  useDevices.setState({ line: undefined })
}
