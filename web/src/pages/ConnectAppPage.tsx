import '../styles/tokens-inside.css'

/** `/connect-app`. It imports the tokens of the app, which are not loaded without a login. */
export { ConnectApp as ConnectAppPage } from '#features/app-passwords/index.ts'
