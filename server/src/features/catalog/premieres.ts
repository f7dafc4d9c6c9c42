import type { Actor } from '#features/audit-log/index.ts'
import type { Services } from '#services.ts'
import { openPremiereClock, type PremiereClock } from './browse/premiere-clock.ts'
import { cancelPremiere, openNow, setPremiere } from './edit/premieres.ts'
import type { PremiereSettings } from './edit/close-album.ts'
import type { FoundAlbum } from './store/one-album.ts'

/** The premieres of albums. Until its premiere an album is closed, so that only admins see it. */
export interface Premieres extends PremiereClock {
  /**
   * Moves the premiere of a closed album, sets it again after it was called off, or announces it, which happens once.
   * @throws Refused `notFound`, `premiereInPast`, `albumIsOpen`
   */
  set(actor: Actor, titleOrId: string, settings: PremiereSettings): Promise<FoundAlbum>
  /**
   * Calls a premiere off. Only admins see the album then.
   * @throws Refused `notFound`, `premiereNotSet`
   */
  cancel(actor: Actor, titleOrId: string): Promise<FoundAlbum>
  /**
   * Opens a closed album at once.
   * @throws Refused `notFound`, `premiereNotSet`
   */
  openNow(actor: Actor, titleOrId: string): Promise<FoundAlbum>
}

export function openPremieres(services: Pick<Services, 'db' | 'events' | 'now' | 'log'>): Premieres {
  return {
    ...openPremiereClock(services),
    set: async (...command) => setPremiere(services, ...command),
    cancel: async (...command) => cancelPremiere(services, ...command),
    openNow: async (...command) => openNow(services, ...command),
  }
}
