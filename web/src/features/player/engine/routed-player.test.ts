import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routePlayer } from './routed-player.ts'
import { setUp } from './silent-player.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('commands and state are those of the room, then of the controlled device, then of this tab', () => {
  const volumes: string[] = []
  const playerOf = (name: string, volume: number) => {
    const { player } = setUp()
    player.state.setState({ volume })
    return { ...player, toggleMute: () => volumes.push(name) }
  }
  const [own, device, room] = [playerOf('own', 0.1), playerOf('device', 0.2), playerOf('room', 0.3)]
  const routed = routePlayer(own)
  const shown = () => {
    routed.toggleMute()
    return [volumes.at(-1), routed.state.getState().volume]
  }
  expect(shown()).toEqual(['own', 0.1])
  routed.routeToRoom(room)
  expect(shown()).toEqual(['room', 0.3])
  // Another device begins to play.
  routed.route(device)
  expect(shown()).toEqual(['room', 0.3])
  device.state.setState({ volume: 0.9 })
  room.state.setState({ volume: 0.4 })
  expect(shown()).toEqual(['room', 0.4])
  routed.routeToRoom(undefined)
  expect(shown()).toEqual(['device', 0.9])
  routed.route(undefined)
  expect(shown()).toEqual(['own', 0.1])
})
