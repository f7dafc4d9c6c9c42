import { lazy } from 'react'
import { ResetPassword, RestoreEmail, VerifyEmail } from '#features/auth/index.ts'

const ConnectAppPage = lazy(async () => ({
  default: (await import('#pages/ConnectAppPage.tsx')).ConnectAppPage,
}))
const KeyOfferPage = lazy(async () => ({
  default: (await import('#pages/KeyOfferPage.tsx')).KeyOfferPage,
}))

/**
 * The screens that are opened by links in emails, links of access keys, and links in QR codes. The screens for emails
 * are in one chunk, separate from the login.
 */
export function LinkScreen({ path }: { path: string }) {
  if (path === '/connect-app') return <ConnectAppPage />
  if (path.startsWith('/k/')) return <KeyOfferPage />
  if (path === '/verify-email') return <VerifyEmail />
  return path === '/restore-email' ? <RestoreEmail /> : <ResetPassword />
}
