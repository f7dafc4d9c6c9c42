import type { DomainEventMap } from '#events/domain-events.ts'
import { backgroundWorker } from '#platform/background-worker.ts'
import type { Services } from '#services.ts'
import { onUploaded } from './on-events.ts'

/**
 * How long the notice of an upload is delayed, so that the response to the upload is sent first: after the notice the
 * apps of all members call the server.
 */
const AFTER_MS = 100

export interface Uploads {
  /** Stores the notice of an upload soon. Until then the upload is pending in the database. */
  add(upload: DomainEventMap['uploaded']): void
  /** Uploads that wait stay pending; a process that starts later stores their notices. */
  close(): Promise<void>
}

/** Stores the notices of uploads in the background, one after the other. No timer runs while there are none. */
export function openUploads(services: Pick<Services, 'db' | 'events' | 'now' | 'log'>): Uploads {
  const waiting: { upload: DomainEventMap['uploaded']; at: Date }[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const worker = backgroundWorker(storeAll, report)

  async function storeAll(): Promise<void> {
    for (const { upload, at } of waiting.splice(0)) await onUploaded(services, upload, at).catch(report)
  }

  function report(error: unknown): void {
    services.log.error({ err: error }, 'the notice of an upload could not be stored')
  }

  return {
    add: (upload) => {
      if (isClosed) return
      waiting.push({ upload, at: services.now() })
      timer ??= setTimeout(() => {
        timer = undefined
        worker.wake()
      }, AFTER_MS)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await worker.close()
    },
  }
}
