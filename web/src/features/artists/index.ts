// The page of an artist: albums by type, appearances, most played tracks. The page passes in what starts playback.
export { artistPlaysQuery, artistQuery, isUnknownArtist } from './api.ts'
export { sectionsOf, summaryOf } from './artist-details.ts'
export { ArtistShelf } from './ArtistShelf.tsx'
export { ArtistSide } from './ArtistSide.tsx'
