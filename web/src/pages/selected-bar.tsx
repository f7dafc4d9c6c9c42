import type { RenderSelected } from '#features/tracks/index.ts'
import { SelectedTracksBar } from './SelectedTracksBar.tsx'

/** Below a list: what can be done with its selected tracks. */
export const selectedBar: RenderSelected = (selected) => <SelectedTracksBar {...selected} />
