import { ForgotPassword } from './ForgotPassword.tsx'
import { Unverified } from './Unverified.tsx'

interface LoginRedirectProps {
  /** The email address that is not verified; empty for a forgotten password. */
  email: string
  onBack: () => void
}

/** The screens that replace the login form. Their code is loaded on demand. */
export function LoginRedirect({ email, onBack }: LoginRedirectProps) {
  return email === '' ? <ForgotPassword onBack={onBack} /> : <Unverified email={email} onBack={onBack} />
}
