// What a key opens: its drawing, and the fields in which it is chosen.
export { AlbumPicker, type ChosenAlbum } from './AlbumPicker.tsx'
export { albumsQuery } from './albums-query.ts'
export { ScopeCards } from './ScopeCards.tsx'
export { ScopeGlyph, ScopeShelf } from './ScopeGlyph.tsx'
