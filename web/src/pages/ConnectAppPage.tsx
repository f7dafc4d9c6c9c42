import '../styles/tokens-inside.css'

/** The page `/connect-app`. It imports the design tokens of the app, which are otherwise not loaded without a login. */
export { ConnectApp as ConnectAppPage } from '#features/app-passwords/index.ts'
