import type { Endpoint } from '../frame/endpoint.ts'
import { absentEndpoints } from './absent.ts'
import { systemEndpoints } from './system.ts'

/** All endpoints, a list for each group. */
export const endpoints: readonly Endpoint[] = [...systemEndpoints, ...absentEndpoints]
