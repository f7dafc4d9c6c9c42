// The player: its audio, the current track and the upcoming ones, and the bar at the bottom of every page. `playAlbum`
// starts playback; `usePlayer` reads the state. Play counts, presence and scrobbling subscribe to its events.
export { isSounding } from './engine/playback/player-state.ts'
export { gainDb, TARGET_LUFS, type Leveling } from './engine/loudness/loudness-gain.ts'
export { chooseCrossfade, CROSSFADE_MAX, useCrossfade } from './engine/crossfade/crossfade-choice.ts'
export { fadeGain, type FadeDirection } from './engine/sound/output/fade-curve.ts'
export { expectedStartMs, withStart, type StartTimes } from './engine/sound/start-times.ts'
export { chooseLeveling, useLeveling } from './engine/loudness/leveling.ts'
export { playTrackAt } from './engine/play-track-at.ts'
export { playAlbum, shuffleAlbum } from './engine/play-album.ts'
export { AlbumMenuItems } from './track-menu/AlbumMenuItems.tsx'
export {
  AlbumDownloadButton,
  PlaylistDownloadButton,
  PlaylistDownloadItem,
} from './track-menu/DownloadButton.tsx'
export { openTrackDetails } from './track-menu/track-details.ts'
export type { PlayerRoom } from './engine/player-room.ts'
export { PlayerBar } from './ui/PlayerBar.tsx'
export { TrackMenuItems } from './track-menu/TrackMenuItems.tsx'
export { TracksMenuItems } from './track-menu/TracksMenuItems.tsx'
export { copyUrl } from './order/track-link.ts'
export { useQueuePanel } from './queue/queue-panel.ts'
export { useReadyTracks } from './engine/ready-tracks.ts'
export { useVisiblePlayer } from './engine/visible-state.ts'
export { useWaveCanvas } from './seek/use-wave-canvas.ts'
export type { SoundNow } from './engine/playback/playback-commands.ts'
export { getOwnPlayer, getPlayer, usePlayer } from './engine/player-instance.ts'
export { setCharacterShortcuts, useCharacterShortcuts } from './keys/character-shortcuts.ts'
export { canSetVolume, volumeLevel } from './engine/volume.ts'
export type { FollowCommands } from './engine/follow-commands.ts'
export type { Player } from './engine/player.ts'
export type { PlayerState } from './engine/playback/player-state.ts'
export { NOTHING_CHOSEN, type PlayOrder } from './order/play-order.ts'
