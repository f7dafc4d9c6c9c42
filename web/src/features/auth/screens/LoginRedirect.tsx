import { ForgotPassword } from './ForgotPassword.tsx'
import { Unverified } from './Unverified.tsx'

interface LoginRedirectProps {
  /** The unverified address; empty for a forgotten password. */
  email: string
  onBack: () => void
}

/** Screens that may replace the login form; loaded on demand. */
export function LoginRedirect({ email, onBack }: LoginRedirectProps) {
  return email === '' ? <ForgotPassword onBack={onBack} /> : <Unverified email={email} onBack={onBack} />
}
