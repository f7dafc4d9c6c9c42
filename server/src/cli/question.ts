import { createInterface } from 'node:readline/promises'

/** Prompts the operator; only "yes" agrees. Without a terminal nothing is agreed to. */
export async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await lines.question(`${question} Type "yes": `)).trim().toLowerCase() === 'yes'
  } finally {
    lines.close()
  }
}
