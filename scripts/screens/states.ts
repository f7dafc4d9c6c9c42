import type { ScreenState } from './shoot.ts'
import { administration } from './states-administration.ts'
import { beforeLogin } from './states-before-login.ts'
import { listening } from './states-listening.ts'
import { members } from './states-members.ts'
import { playing } from './states-playing.ts'

/** Every screen in the states that look different. */
export const STATES: readonly ScreenState[] = [
  ...beforeLogin,
  ...listening,
  ...playing,
  ...members,
  ...administration,
]
