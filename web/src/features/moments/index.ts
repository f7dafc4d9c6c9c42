// Moments: seconds of a track that members have shared in the chat. Dots on the waveform and a list in the details show
// them. This folder does not import the player, which passes the function that plays from a second.
export {
  closeShare,
  openShare,
  secondIn,
  shareMoment,
  trackLinkPath,
  useShare,
  type ShareSubject,
} from './share.ts'
export { messagePath } from './message-path.ts'
export type { ShareTarget, ShareTargets } from './share-target.ts'
export { MomentDots, type MomentDotsHandle } from './MomentDots.tsx'
export { MomentList } from './MomentList.tsx'
export { startMomentUpdates } from './api.ts'
