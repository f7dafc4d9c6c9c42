import { queuedImages } from '#images/images.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/**
 * Adds metrics for the lengths of queues and the numbers of connections. They are read for each request of the metrics.
 */
export function measureQueues({ db, probe, bus, storage, metrics, now }: Services, sockets: Sockets): void {
  metrics.gauge('tonarchiv_sockets', 'Open WebSockets.', () => sockets.count())
  metrics.gauge('tonarchiv_bus_up', 'Whether the other processes can be reached: 0 or 1.', () =>
    Number(bus.isUp()),
  )
  metrics.gauge('tonarchiv_media_free_bytes', 'Space for new media.', async () => storage.freeBytes())
  metrics.gauges('tonarchiv_queue_length', 'What waits to be done.', async () => {
    const letters = await store.queuedEmails(db)
    return [
      [{ queue: 'letters' }, letters.count],
      [{ queue: 'scrobbles' }, await store.waitingScrobbles(db)],
      [{ queue: 'audio_facts' }, probe.waiting()],
      [{ queue: 'pictures' }, queuedImages()],
    ]
  })
  metrics.gauge('tonarchiv_oldest_letter_seconds', 'How long the oldest unsent letter waits.', async () => {
    const { oldestAt } = await store.queuedEmails(db)
    return oldestAt === null ? 0 : Math.max(0, (now().getTime() - Date.parse(oldestAt)) / 1000)
  })
}
