import type { Database } from '#database/open.ts'
import { pendingUploads } from '#database/pending-uploads.ts'
import type { DomainEvents } from './domain-events.ts'

interface Needs {
  db: Database
  events: DomainEvents
  now: () => Date
}

/** Emits `uploaded` again for uploads that are still pending, for example because of a crash. */
export async function emitPendingUploads({ db, events, now }: Needs): Promise<void> {
  for (const upload of await pendingUploads(db, now())) events.emit('uploaded', upload)
}
