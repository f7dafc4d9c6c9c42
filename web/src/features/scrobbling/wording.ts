import { SERVICE_NAMES, type ScrobbleService } from '@tonarchiv/contract/scrobbling'

/* The texts of scrobbling, verbatim. See docs/product.md §15.4. */

export const UNKNOWN_ERROR = 'Unbekannter Fehler'

export const connectedText = (service: ScrobbleService) => `${SERVICE_NAMES[service]} erfolgreich verbunden!`
export const disconnectedText = (service: ScrobbleService) => `${SERVICE_NAMES[service]} getrennt.`
export const connectProblem = (reason: string | undefined) =>
  `Fehler bei der Verbindung: ${reason === undefined || reason === '' ? UNKNOWN_ERROR : reason}`
export const disconnectProblem = (message: string) => `Fehler beim Trennen: ${message}`
export const disconnectedNotice = (service: ScrobbleService) =>
  `${SERVICE_NAMES[service]} nimmt deine Wiedergaben nicht mehr an. Verbinde deinen Account in den Einstellungen neu.`
