/** The play state: what each account played last, with queue and position, so that another device continues there. */
import { defineFeature } from '#feature.ts'
import { playStateExport } from './play-state.ts'
import { registerPlayState } from './routes.ts'
import './tables.ts'

export const playState = defineFeature({
  name: 'play-state',
  tables: { playStates: { accountColumns: ['userId'] }, playQueues: { accountColumns: ['userId'] } },
  register: (bind, { services }) => registerPlayState(bind, services),
  exportSections: [playStateExport],
})
