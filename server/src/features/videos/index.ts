/**
 * Videos: admins add and delete them, members with archive access watch them. The thumbnail is uploaded, or ffmpeg
 * takes it from the video where it is installed.
 */
import { defineFeature } from '#feature.ts'
import { resumableUploads } from '#features/resumable-uploads/index.ts'
import { auditSentences } from './audit-sentences.ts'
import { createMissingPosters, openPosters } from './posters.ts'
import { registerVideos } from './routes.ts'
import { cleanUpVideos } from './cleanup.ts'
import './tables.ts'

export { cleanUpVideos } from './cleanup.ts'
export { addVideo } from './add-video.ts'
export { foundVideos, textsOfVideos } from './searchable.ts'
export { sendVideoFile } from './send-video.ts'
export { findThumbnail, findVideo, videoPage, type VideoRow } from './store.ts'

export const videos = defineFeature({
  name: 'videos',
  tables: { videos: 'shared' },
  open: ({ services }) => openPosters(services),
  close: (posters) => posters.close(),
  register: (bind, { services, streams, use }, posters) =>
    registerVideos(bind, services, { streams, uploads: use(resumableUploads).forms, posters }),
  events: { videosChanged: ({ removedFiles }, { streams }) => streams.cut(removedFiles) },
  auditSentences,
  cleanup: [
    { name: 'videos', schedule: 'files', run: cleanUpVideos },
    { name: 'pictures of videos', schedule: 'files', atStart: true, run: createMissingPosters },
  ],
})
