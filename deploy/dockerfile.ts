import { readFileSync } from 'node:fs'
import { root } from './settings.ts'

export interface Instruction {
  word: string
  rest: string
}

/** The instructions of our Dockerfile, each on one line. */
export function instructions(): Instruction[] {
  return readFileSync(root('Dockerfile'), 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', ...rest] = line.split(' ')
      return { word, rest: rest.join(' ') }
    })
}

/** The stages: the base of each, its name, and its other instructions. */
export function stages(): { base: string; name: string | undefined; steps: Instruction[] }[] {
  const found: ReturnType<typeof stages> = []
  for (const instruction of instructions()) {
    const [base = '', , name] = instruction.rest.split(' ')
    if (instruction.word === 'FROM') found.push({ base, name, steps: [] })
    else found.at(-1)?.steps.push(instruction)
  }
  return found
}
