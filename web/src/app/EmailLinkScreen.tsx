import { ResetPassword, RestoreEmail, VerifyEmail } from '#features/auth/index.ts'

/** Where the link of a letter leads; all three come in one chunk, and not with the login. */
export function EmailLinkScreen({ path }: { path: string }) {
  if (path === '/verify-email') return <VerifyEmail />
  return path === '/restore-email' ? <RestoreEmail /> : <ResetPassword />
}
