import type { RenderSelected } from '#features/tracks/index.ts'
import { SelectedTracksBar } from './SelectedTracksBar.tsx'

/** Renders the actions for selected tracks below a list. */
export const selectedBar: RenderSelected = (selected) => <SelectedTracksBar {...selected} />
