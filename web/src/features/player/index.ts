// The player: one audio element, what it plays and what comes next, and the bar at the foot of every page.
// `playAlbum` starts it; `usePlayer` reads what sounds. Plays, presence and scrobbling listen to it.
export { isSounding } from './engine/player-state.ts'
export { AlbumMenuButton, TrackMenuButton } from './ui/MenuButtons.tsx'
export { openMenuOf, playAlbum, shuffleAlbum } from './order/play-album.ts'
export { openAlbumMenu, openTrackDetails, openTrackMenu } from './track-menu/track-menu.ts'
export { PlayerBar } from './ui/PlayerBar.tsx'
export { useReadyTracks } from './engine/ready-tracks.ts'
export { getPlayer, usePlayer } from './engine/player-instance.ts'
export { tracksOfAlbum, type PlayerTrack } from './order/track.ts'
export { canSetVolume, volumeLevel } from './engine/volume.ts'
