// A door of its own, so that the page comes in its own chunk and not with the login.
export { RestoreEmail } from '#features/auth/index.ts'
