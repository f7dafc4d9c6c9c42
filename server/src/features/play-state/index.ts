/**
 * The play state: what each account played last, with queue and position. Another device can continue from it. This
 * feature also keeps the list of an account's open devices, which can control each other.
 */
import { defineFeature } from '#feature.ts'
import { openPlayDevices } from './devices/devices.ts'
import { playStateExport } from './play-state.ts'
import { openQueue } from './queue-list.ts'
import { registerPlayState } from './routes.ts'
import './tables.ts'

export const playState = defineFeature({
  name: 'play-state',
  tables: { playStates: { accountColumns: ['userId'] }, playQueues: { accountColumns: ['userId'] } },
  open: ({ services, sockets, times }) => ({
    devices: openPlayDevices(services, sockets, times),
    queue: openQueue(services, sockets),
  }),
  close: ({ devices }) => devices.close(),
  events: {
    accessChanged: async ({ userId }, _context, { devices }) => devices.refresh(userId),
    deviceRenamed: async ({ userId }, _context, { devices }) => devices.refresh(userId),
  },
  register: (bind, { services, sockets }) => registerPlayState(bind, services, sockets),
  exportSections: [playStateExport],
})
