import type { TreeNode } from './tree-model.ts'

/** Width and height of the drawing, in SVG user units. */
export const RECORD_SIZE = 380
const CENTRE = RECORD_SIZE / 2
/** The innermost and the outermost groove on which members stand. */
const INNER = 78
const OUTER = 164
/** Distance between two levels where there are few of them. */
const STEP = 43
/** With more members than this, faces become dots. */
const FACES_MAX = 60
/** Maximum number of places that are drawn, those near the label first. */
const DRAWN_MAX = 1500

export interface RecordPlace {
  node: TreeNode
  x: number
  y: number
  radius: number
}

export interface RecordLine {
  id: string
  from: { x: number; y: number }
  to: { x: number; y: number }
  isHot: boolean
}

export interface RecordLayout {
  /** Radii of the grooves of the generations. */
  rings: number[]
  places: RecordPlace[]
  lines: RecordLine[]
  hasFaces: boolean
}

/**
 * Lays the tree out on a record: the first member on the label, each generation on a groove of its own, each branch in
 * a sector as wide as its number of leaves.
 * @param selected - the ids of the selected branch
 */
export function layOutRecord(
  roots: readonly TreeNode[],
  selected: ReadonlySet<string>,
  selectedId: string | undefined,
): RecordLayout {
  const [first, ...others] = roots
  if (first === undefined) return { rings: [], places: [], lines: [], hasFaces: true }
  // The other members at the top were invited by no member. They are on the first groove, without a line to the label.
  const top = [...first.children, ...others]
  const drawn = breadthFirst(top)
  const depth = Math.max(1, ...drawn.map(({ ring }) => ring))
  const step = depth === 1 ? 0 : Math.min(STEP, (OUTER - INNER) / (depth - 1))
  const hasFaces = drawn.length < FACES_MAX
  const sizeOf = (node: TreeNode) => {
    const size = node.member === undefined ? 9 : node.id === selectedId ? 19 : 15
    return hasFaces ? size : size / 4
  }
  const angles = sectors(top, drawn.length)
  const spots = new Map<string, RecordPlace>([[first.id, { node: first, x: CENTRE, y: CENTRE, radius: 26 }]])
  const lines: RecordLine[] = []
  for (const { node, ring } of drawn) {
    const angle = angles.get(node.id) ?? 0
    const radius = INNER + (ring - 1) * step
    const place = {
      node,
      x: CENTRE + radius * Math.cos(angle),
      y: CENTRE + radius * Math.sin(angle),
      radius: sizeOf(node),
    }
    spots.set(node.id, place)
    const from = node.parent && spots.get(node.parent.id)
    if (from !== undefined)
      lines.push({
        id: node.id,
        from: { x: from.x, y: from.y },
        to: { x: place.x, y: place.y },
        isHot: selected.has(node.id) && selected.has(from.node.id),
      })
  }
  const rings = Array.from({ length: depth }, (_, index) => INNER + index * step)
  return { rings, places: [...spots.values()], lines, hasFaces }
}

function breadthFirst(top: readonly TreeNode[]): { node: TreeNode; ring: number }[] {
  const found = top.slice(0, DRAWN_MAX).map((node) => ({ node, ring: 1 }))
  for (const { node, ring } of found) {
    const space = DRAWN_MAX - found.length
    if (space <= 0) break
    found.push(...node.children.slice(0, space).map((child) => ({ node: child, ring: ring + 1 })))
  }
  return found
}

/** The angle of each place. A branch has a sector of the circle for each of its leaves. */
function sectors(top: readonly TreeNode[], count: number): Map<string, number> {
  const leaves = new Map<string, number>()
  const leavesOf = (node: TreeNode): number => {
    const known = leaves.get(node.id)
    if (known !== undefined) return known
    const own =
      node.children.length === 0 ? 1 : node.children.reduce((sum, child) => sum + leavesOf(child), 0)
    leaves.set(node.id, own)
    return own
  }
  const all = top.reduce((sum, node) => sum + leavesOf(node), 0)
  const angles = new Map<string, number>()
  const perLeaf = (2 * Math.PI) / Math.max(1, all)
  // The middle of the first branch is at the top. A place that is drawn alone is at the bottom.
  const waiting = placed(
    top,
    -Math.PI / 2 - (count === 1 ? 0 : (perLeaf * (leaves.get(top[0]?.id ?? '') ?? 1)) / 2),
  )
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    angles.set(next.node.id, next.start + (leavesOf(next.node) * perLeaf) / 2)
    waiting.push(...placed(next.node.children, next.start))
  }
  return angles

  function placed(nodes: readonly TreeNode[], from: number): { node: TreeNode; start: number }[] {
    let start = from
    return nodes.map((node) => {
      const own = { node, start }
      start += leavesOf(node) * perLeaf
      return own
    })
  }
}
