// The player: one audio element, what it plays and what comes next, and the bar at the foot of every page.
// `playAlbum` starts it; `usePlayer` reads what sounds. Plays, presence and scrobbling listen to it.
export { isSounding } from './player-state.ts'
export { AlbumMenuButton, TrackMenuButton } from './MenuButtons.tsx'
export { openMenuOf, playAlbum, shuffleAlbum } from './play-album.ts'
export { openAlbumMenu, openTrackDetails, openTrackMenu } from './track-menu.ts'
export { PlayerBar } from './PlayerBar.tsx'
export { useReadyTracks } from './ready-tracks.ts'
export { thePlayer, usePlayer } from './the-player.ts'
export { tracksOfAlbum, type PlayerTrack } from './track.ts'
export { canSetVolume, volumeLevel } from './volume.ts'
