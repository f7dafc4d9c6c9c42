// What a key opens: its drawing, its text, and the form in which it is chosen.
export { AlbumPicker } from './AlbumPicker.tsx'
export { ScopeCards } from './ScopeCards.tsx'
export { ScopeGlyph } from './ScopeGlyph.tsx'
export { albumsText, scopeLabel, TYPE_NAMES } from './scope-wording.ts'
