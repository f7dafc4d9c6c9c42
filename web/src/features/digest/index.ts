// The digest by email: a card of the settings.
export { DigestCard } from './DigestCard.tsx'
