// Videos: the list for members with archive access, and the video player. The admins' list also uses
// `VideoPoster` and `videosQuery`.
export { useVideoChoice } from './use-video-choice.ts'
export { listProblem, useVideos, VIDEOS } from './api.ts'
export { VideoGrid } from './VideoGrid.tsx'
export { VideoGridSkeleton } from './VideoGridSkeleton.tsx'
export { VideoPoster } from './video/VideoPoster.tsx'
export { VideoStage } from './player/VideoStage.tsx'
export { dayOf, videoTime } from './video/wording.ts'
