import type { RenderSelected } from '#features/tracks/index.ts'
import { SelectedTracksBar } from './SelectedTracksBar.tsx'

/** The actions for selected tracks, below a list. */
export const selectedBar: RenderSelected = (selected) => <SelectedTracksBar {...selected} />
