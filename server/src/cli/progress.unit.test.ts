import { expect, test } from 'vitest'
import { showProgress } from './progress.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 200, written, write: (text: string) => written.push(text) }
}

test('a terminal shows a bar with rate and remaining time, updated in place', () => {
  let time = 0
  const terminal = screen(true)
  const progress = showProgress(terminal, () => time)
  time = 2000
  progress.show(500, 2000, '480 tracks')
  expect(terminal.written.at(-1)).toContain('█'.repeat(7) + '░'.repeat(21))
  expect(terminal.written.at(-1)).toMatch(/^\r.* 25 %  500\/2000 files  250\/s  0:06 left  480 tracks/)
  progress.show(501, 2000, '481 tracks')
  expect(terminal.written).toHaveLength(1)
  progress.end()
  expect(terminal.written.at(-1)).toMatch(/501\/2000.*\n$/)
})

test('other outputs get a line now and then', () => {
  let time = 0
  const pipe = screen(false)
  const progress = showProgress(pipe, () => time)
  for (let done = 0; done <= 100; done += 1) {
    time += 1000
    progress.show(done, 100, '')
  }
  progress.end()
  expect(pipe.written.length).toBeLessThan(25)
  expect(pipe.written.every((line) => line.endsWith('\n') && !line.includes('\r'))).toBe(true)
  expect(pipe.written.at(-1)).toContain('100 %')
})

test('a narrow terminal and an empty folder work', () => {
  const narrow = { ...screen(true), columns: 20 }
  const progress = showProgress(narrow, () => 0)
  progress.show(0, 0, '')
  expect(narrow.written.at(-1)?.length).toBeLessThan(30)
})
