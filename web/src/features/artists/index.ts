// The page of an artist: albums by type, appearances and most played tracks. The function that starts playback is
// passed in.
export { artistPlaysQuery, artistQuery, isUnknownArtist } from './api.ts'
export { sectionsOf, summaryOf } from './artist-details.ts'
export { ArtistShelf } from './ArtistShelf.tsx'
export { ArtistSide } from './ArtistSide.tsx'
