import '../styles/tokens-inside.css'

/** `/connect-app`, which is also shown without a login, where the app has not brought its styles. */
export { ConnectApp as ConnectAppPage } from '#features/app-passwords/index.ts'
