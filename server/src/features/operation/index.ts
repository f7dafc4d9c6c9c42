/**
 * For those who run the archive: does it live, is it ready, what can be called.
 */
import { defineFeature } from '#feature.ts'
import { registerOperation } from './routes.ts'

export const operation = defineFeature({
  name: 'operation',
  register: registerOperation,
})
