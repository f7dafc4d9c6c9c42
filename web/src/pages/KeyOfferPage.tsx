import '../styles/tokens-inside.css'

/** The page `/k/{key}`. It imports the design tokens of the app, which are otherwise not loaded without a login. */
export { KeyOfferPage } from '#features/access-keys/index.ts'
