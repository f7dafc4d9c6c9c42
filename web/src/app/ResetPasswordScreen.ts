// A door of its own, so that the page comes in its own chunk and not with the login.
export { ResetPassword } from '#features/auth/index.ts'
