import * as contract from '@tonarchiv/contract/videos'
import { seenBy } from '#access/seen-by.ts'
import { actorOf } from '#features/audit-log/index.ts'
import type { Bind } from '#http/bind.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import type { Uploads } from '#http/uploads/uploads.ts'
import type { Services } from '#services.ts'
import { addVideo } from './add-video.ts'
import { changeVideo, replaceThumbnail, videoToChange } from './change-video.ts'
import { deleteVideo } from './delete-video.ts'
import type { Posters } from './posters.ts'
import { thumbnailSender, videoSender } from './send-video.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'
import { receiveThumbnail, receiveVideo } from './video-form.ts'

export function registerVideos(
  bind: Bind,
  services: Services,
  { streams, uploads, posters }: { streams: RunningStreams; uploads: Uploads; posters: Posters },
): void {
  const { db } = services

  bind(contract.listVideos, async ({ caller, query }) => {
    const seen = seenBy(services, caller).db
    return { videos: (await store.videoPage(seen, query)).map(toWire), total: await store.countVideos(seen) }
  })
  bind(contract.addVideo, async ({ caller, request }) => {
    const actor = actorOf(caller, request)
    const video = await receiveVideo(services, uploads, request, async (arrived) => {
      const videoFile = arrived.thumbnail === undefined ? await posters.setAside(arrived.path) : undefined
      try {
        const added = await addVideo(services, actor, arrived)
        if (arrived.thumbnail === undefined) posters.make(added.id, videoFile)
        return added
      } catch (error) {
        await videoFile?.discard()
        throw error
      }
    })
    return { success: true as const, video }
  })
  bind(contract.updateVideo, async ({ caller, request, params: { id }, body }) => ({
    success: true as const,
    video: await changeVideo(services, actorOf(caller, request), id, body),
  }))
  bind(contract.replaceThumbnail, async ({ caller, request, params: { id } }) => {
    await videoToChange(db, id)
    const video = await receiveThumbnail(uploads, request, async (image) =>
      replaceThumbnail(services, actorOf(caller, request), id, image),
    )
    return { success: true as const, video }
  })
  bind(contract.deleteVideo, async ({ caller, request, params: { id } }) => {
    await deleteVideo(services, actorOf(caller, request), id)
    return { success: true as const }
  })
  bind(contract.streamVideo, videoSender(services, streams))
  bind(contract.getThumbnail, thumbnailSender(services))
}
