import { createInterface } from 'node:readline/promises'

/** Asks the operator. Only the answer "yes" returns true. Without a terminal the result is false. */
export async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await lines.question(`${question} Type "yes": `)).trim().toLowerCase() === 'yes'
  } finally {
    lines.close()
  }
}
