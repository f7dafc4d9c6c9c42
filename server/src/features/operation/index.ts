/** Routes for operators: health, readiness, metrics, API description. */
import { defineFeature } from '#feature.ts'
import { registerOperation } from './routes.ts'

export const operation = defineFeature({
  name: 'operation',
  register: registerOperation,
})
