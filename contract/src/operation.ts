import * as z from 'zod/mini'
import { route } from './route.ts'

export const healthz = route({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  limit: 'none',
  summary: 'The process lives.',
  answer: z.object({ status: z.string() }),
})

export const readyz = route({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  limit: 'none',
  summary: 'Database and media answer, and the media are those of this archive; 503 otherwise.',
  answer: z.object({ status: z.string() }),
})

export const metrics = route({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Figures for Prometheus, for whoever shows the operator’s token; 404 for everybody else.',
  answer: 'bytes',
})

export const openApi = route({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'admin',
  summary: 'This description.',
  answer: z.record(z.string(), z.unknown()),
})
