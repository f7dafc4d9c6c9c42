import { ResetPassword, RestoreEmail, VerifyEmail } from '#features/auth/index.ts'

/** The screens that links in emails open; all three are in one chunk, separate from the login. */
export function LinkScreen({ path }: { path: string }) {
  if (path === '/verify-email') return <VerifyEmail />
  return path === '/restore-email' ? <RestoreEmail /> : <ResetPassword />
}
