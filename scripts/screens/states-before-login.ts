import { UNVERIFIED } from './archives.ts'
import type { ScreenState } from './shoot.ts'
import { button } from './states-steps.ts'

export const beforeLogin: readonly ScreenState[] = [
  { name: 'auth-login', role: 'visitor', path: '/login' },
  {
    name: 'auth-login-error',
    role: 'visitor',
    path: '/login',
    reach: async (page) => {
      await page.getByLabel('E-Mail-Adresse').fill('niemand@demo.example')
      await page.getByLabel('Passwort', { exact: true }).fill('falsch')
      await button(page, /^Anmelden$/).click()
      await page.getByText('E-Mail oder Passwort ist falsch').waitFor()
    },
  },
  { name: 'auth-register', role: 'visitor', path: '/register' },
  {
    name: 'auth-register-errors',
    role: 'visitor',
    path: '/register',
    reach: async (page) => button(page, 'Account erstellen').click(),
  },
  {
    name: 'auth-forgot',
    role: 'visitor',
    path: '/login',
    reach: async (page) => button(page, /Passwort vergessen/).click(),
  },
  { name: 'auth-reset', role: 'visitor', path: '/reset-password/abgelaufen' },
  { name: 'auth-verify', role: 'visitor', path: '/verify-email?token=abgelaufen' },
  {
    name: 'auth-unverified',
    role: 'visitor',
    path: '/login',
    reach: async (page) => {
      await page.getByLabel('E-Mail-Adresse').fill(UNVERIFIED.email)
      await page.getByLabel('Passwort', { exact: true }).fill(UNVERIFIED.password)
      await button(page, /^Anmelden$/).click()
      await page.getByRole('heading', { name: 'E-Mail nicht verifiziert' }).waitFor()
    },
  },
]
