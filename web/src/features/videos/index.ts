// The videos: their list as everyone with a key sees it, and the player that shows one of them.
// `VideoPoster` and `videosQuery` also serve the admin's list.
export { useVideoChoice } from './use-video-choice.ts'
export { listProblem, useVideos, VIDEOS } from './api.ts'
export { VideoGrid } from './VideoGrid.tsx'
export { VideoGridSkeleton } from './VideoGridSkeleton.tsx'
export { VideoPoster } from './VideoPoster.tsx'
export { VideoStage } from './player/VideoStage.tsx'
export { dayOf } from './wording.ts'
