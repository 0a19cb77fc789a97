import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { startFlags } from '../testing/processes/start-command.ts'

/** Replaces long-lived objects, as a server under load does; prints the largest size of the young generation in MB. */
const fillHeap = `
  const { getHeapSpaceStatistics } = await import('node:v8')
  const kept = []
  let largest = 0
  for (let n = 0; n < 2_000; n++) {
    for (let k = 0; k < 200; k++) {
      if (k % 8 === 0) kept[(n * 25 + k / 8) % 200_000] = { text: 'x'.repeat(20) + n + k, map: new Map([[n, { k }]]) }
      JSON.parse(JSON.stringify({ n, k, list: Array(20).fill(k) }))
    }
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    largest = Math.max(largest, young.physical_space_size)
    await new Promise(setImmediate)
  }
  console.log(Math.round(largest / 1e6))`

test('the young generation keeps its limit while the old one is being marked', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [...startFlags(), '--input-type=module', '--eval', fillHeap],
    {
      encoding: 'utf8',
    },
  )
  // 2 MB; 7 to 10 if V8 finishes marking first, as it does by default.
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThan(5)
})
