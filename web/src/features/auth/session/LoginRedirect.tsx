import { ForgotPassword } from '../screens/ForgotPassword.tsx'
import { Unverified } from '../screens/Unverified.tsx'

interface LoginRedirectProps {
  /** The address that waits for its link; without one the password was forgotten. */
  email: string
  onBack: () => void
}

/** What may stand in the place of the login form for a while; comes when it is needed. */
export function LoginRedirect({ email, onBack }: LoginRedirectProps) {
  return email === '' ? <ForgotPassword onBack={onBack} /> : <Unverified email={email} onBack={onBack} />
}
