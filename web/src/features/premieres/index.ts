// Premieres: the card on the home page, the room with its countdown, the conversation that can be read afterwards, and
// the fields with which admins set a premiere. See docs/subsystems/premieres.md.
export { ClosedAlbums } from './admin/ClosedAlbums.tsx'
export { PremiereFields } from './admin/PremiereFields.tsx'
export { PremiereSettingsCard } from './admin/PremiereSettingsCard.tsx'
export { EveningCard } from './album/EveningCard.tsx'
export { ComingPremieres } from './archive/ComingPremieres.tsx'
export { PREMIERES, useArePremieresAwaited } from './calls/api.ts'
export { PremiereCard } from './home/PremiereCard.tsx'
export { PremiereNotices } from './home/PremiereNotices.tsx'
export { PremiereEntrance } from './room/PremiereEntrance.tsx'
