import { expect, test } from 'vitest'
import { announcementOf, countdownParts, countdownText, isSoon, secondsLeft } from './countdown.ts'

const text = (seconds: number) => countdownParts(seconds).map(({ value, unit }) => `${value} ${unit}`)

test('the countdown shows days to seconds, under a day no days, under an hour minutes and seconds', () => {
  expect(text(121_572)).toEqual(['1 Tag', '09 Std.', '46 Min.', '12 Sek.'])
  expect(text(2 * 86_400)).toEqual(['2 Tage', '00 Std.', '00 Min.', '00 Sek.'])
  expect(text(86_399)).toEqual(['23 Std.', '59 Min.', '59 Sek.'])
  expect(text(3600)).toEqual(['01 Std.', '00 Min.', '00 Sek.'])
  expect(text(408)).toEqual(['06 Min.', '48 Sek.'])
  expect([isSoon(3600), isSoon(3599)]).toEqual([false, true])
  expect(countdownText(408)).toBe('Noch 06 Min., 48 Sek.')
})

test('the seconds that are left end at 0', () => {
  const opensAt = '2026-11-30T20:00:00.000Z'
  expect(secondsLeft(opensAt, Date.parse(opensAt) - 1)).toBe(1)
  expect(secondsLeft(opensAt, Date.parse(opensAt))).toBe(0)
  expect(secondsLeft(opensAt, Date.parse(opensAt) + 5000)).toBe(0)
})

test('screen readers hear one hour, ten minutes, one minute and the opening, each once', () => {
  const heard = []
  for (let seconds = 3700; seconds > 0; seconds -= 1) heard.push(announcementOf(seconds, seconds - 1))
  expect(heard.filter((one) => one !== undefined)).toEqual([
    'Noch 1 Stunde',
    'Noch 10 Minuten',
    'Noch 1 Minute',
    'Die Türen sind offen',
  ])
  // If the page was suspended and a time of an announcement has passed long ago, nothing is announced.
  expect(announcementOf(3700, 120)).toBeUndefined()
  expect(announcementOf(0, 0)).toBeUndefined()
})
