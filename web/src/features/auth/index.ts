// Who is here: login and registration, the verification of the address, and the session that everything
// else asks for its user.
// The overlay belongs to the first screen; everything else here is loaded when it is needed.
export { goTo, usePath } from './address.ts'
export { AuthFrame } from './AuthFrame.tsx'
export { AuthOverlay } from './AuthOverlay.tsx'
export { LetterOutline } from './LetterOutline.tsx'
export { Problem } from './Problem.tsx'
export { Reason } from './Reason.tsx'
export { emailRules } from './recovery.ts'
export { ResetPassword } from './ResetPassword.tsx'
export { RestoreEmail } from './RestoreEmail.tsx'
export { sendChecked, errorsOf, problemOf } from './send-checked.ts'
export { type Refused, refusedBy } from './refused.ts'
export { keepSession, refreshUser, signOut } from './keep-session.ts'
export { signedOutNotice } from './session-end.ts'
export {
  beforeSignOut,
  currentUser,
  endSession,
  hasAccess,
  onSignedOut,
  updateUser,
  useSession,
  useUser,
  watchToken,
} from './session.ts'
export { VerificationPrompt } from './VerificationPrompt.tsx'
export { VerifyEmail } from './VerifyEmail.tsx'
export { useForm, type FormRules, type Values } from './use-form.ts'
export { saidOr } from './wording.ts'
