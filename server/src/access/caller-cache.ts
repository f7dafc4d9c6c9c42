import { type LoadingCache, loadingCache } from '#platform/growing-cache.ts'
import type { Caller } from './caller.ts'

/**
 * How long a cached caller stays valid after another process has ended the caller's rights. At most 1 s is allowed, see
 * docs/security-requirements.md A-09.
 */
const CACHE_TTL_MS = 500
const CACHE_MAX = 2000

/**
 * Caches the callers of credentials that were just used, because players request one range of a file after the other.
 * Clear it when sessions or rights have ended.
 */
export type CallerCache = LoadingCache<Caller>

export const createCallerCache = (): CallerCache => loadingCache<Caller>(CACHE_MAX, CACHE_TTL_MS)
