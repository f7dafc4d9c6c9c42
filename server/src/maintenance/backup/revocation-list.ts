import { setTimeout as pause } from 'node:timers/promises'
import { Revocation } from '#database/revocation.ts'
import { REVOCATIONS_TTL_MS, revocationsSince } from '#database/revocations.ts'
import type { Services } from '#services.ts'
import { type BackupDestination, readText, writeText } from './destination/backup-destination.ts'
import { openBackupDestination } from './open-backup-destination.ts'
import { requireBackups } from './used-places.ts'

/**
 * The path of the revocation list, which has one JSON object in each line. It is stored beside the backups, because it
 * contains revocations that were made after them.
 */
const PATH = 'revocations.jsonl'
const LOOK_EVERY_MS = 60_000
/** Maximum difference between the clocks of several processes, including the duration of their transactions. */
const OVERLAP_MS = 10 * 60_000

export async function readRevocations(destination: BackupDestination): Promise<Map<string, Revocation>> {
  const list = new Map<string, Revocation>()
  for (const line of ((await readText(destination, PATH)) ?? '').split('\n')) {
    const parsed = Revocation.safeParse(line === '' ? undefined : jsonOf(line))
    if (parsed.success) list.set(parsed.data.id, parsed.data)
  }
  return list
}

/**
 * Adds missing revocations to the list and drops those that are older than any backup. If there are no new revocations,
 * nothing is written.
 */
export async function addRevocations(
  destination: BackupDestination,
  revocations: readonly Revocation[],
  now: Date,
): Promise<void> {
  const list = await readRevocations(destination)
  const fresh = revocations.filter(({ id }) => !list.has(id))
  if (fresh.length === 0) return
  const longAgo = new Date(now.getTime() - REVOCATIONS_TTL_MS).toISOString()
  const kept = [...list.values(), ...fresh].filter(({ at }) => at > longAgo)
  kept.sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
  await writeText(destination, PATH, kept.map((revocation) => `${JSON.stringify(revocation)}\n`).join(''))
}

/**
 * Copies revocations to the destination of the nightly backups soon after they were made, because a backup does not
 * contain later revocations. Every process does so; they write the same entries.
 * @returns a function that stops it
 */
export function startRevocationList(
  { db, config, log, now }: Pick<Services, 'db' | 'config' | 'log' | 'now'>,
  lookEveryMs = LOOK_EVERY_MS,
): () => Promise<void> {
  const to = config.backup?.to
  if (to === undefined) return async () => {}
  const stop = new AbortController()
  let copiedUntil = new Date(0)

  async function copy(): Promise<void> {
    const begunAt = now()
    const destination = openBackupDestination(to ?? '', config)
    try {
      for await (const page of revocationsSince(db, new Date(copiedUntil.getTime() - OVERLAP_MS))) {
        await requireBackups(db, destination)
        await addRevocations(destination, page, now())
      }
      copiedUntil = begunAt
    } finally {
      destination.close()
    }
  }

  const working = (async () => {
    while (!stop.signal.aborted) {
      await copy().catch((error: unknown) =>
        log.warn({ err: error }, 'deletions could not be listed beside the backups'),
      )
      await pause(lookEveryMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  })()
  return async () => {
    stop.abort()
    await working
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
