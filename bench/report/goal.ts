import { figure } from './numbers.ts'
import type { Table } from './table.ts'

/** A measured figure with its goal and limit. */
export interface Goal {
  name: string
  /** Undefined when it could not be measured on this machine. */
  value: number | undefined
  unit: string
  /** Smaller is better for `atMost`, larger for `atLeast`. */
  kind: 'atMost' | 'atLeast'
  goal: number
  /** Without a limit the goal is also the limit. */
  limit?: number
}

/** `met`: the goal is reached. `kept`: the goal is missed, but the limit is not passed. */
function markOf({ value, kind, goal, limit = goal }: Goal): string {
  if (value === undefined || Number.isNaN(value)) return 'not measured'
  const reaches = (message: number) => (kind === 'atMost' ? value <= message : value >= message)
  if (reaches(goal)) return 'met'
  return reaches(limit) ? 'kept' : 'MISSED'
}

export function goalTable(goals: readonly Goal[]): Table {
  return {
    heading: 'Goals',
    columns: ['Figure', 'Measured', 'Goal', 'Limit', 'Mark'],
    rows: goals.map((goal) => {
      const sign = goal.kind === 'atMost' ? '≤' : '≥'
      const message = (value: number | undefined) =>
        value === undefined ? '' : `${sign} ${value.toLocaleString('en')} ${goal.unit}`
      return [
        goal.name,
        `${figure(goal.value)} ${goal.unit}`,
        message(goal.goal),
        message(goal.limit),
        markOf(goal),
      ]
    }),
  }
}
