import { expect, test } from 'vitest'
import { type ResolveDns, withDnsCache, withRenewal } from './dns-resolver.ts'

/** Resolvers that ask the DNS servers configured when they were created; only those of `network` answer. */
function changingNetwork() {
  const state = { network: 'office', created: 0, time: 0 }
  const create = (): ResolveDns => {
    const configured = state.network
    state.created += 1
    return async (name) => {
      if (name === 'missing.example') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      if (configured !== state.network || name === 'broken.example')
        throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
      return [state.network]
    }
  }
  return { state, resolve: withRenewal(create, () => state.time) }
}

test('queries succeed after the DNS servers of the system have changed, also concurrent ones', async () => {
  const { state, resolve } = changingNetwork()
  expect(await resolve('a.example', 'TXT')).toEqual(['office'])
  state.network = 'home'
  expect(await Promise.all([resolve('a.example', 'TXT'), resolve('b.example', 'TXT')])).toEqual([
    ['home'],
    ['home'],
  ])
  expect(state.created).toBe(2)
})

test('names that do not exist need no new resolver, and broken ones one every 30 seconds', async () => {
  const { state, resolve } = changingNetwork()
  await expect(resolve('missing.example', 'A')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(state.created).toBe(1)
  for (const [time, created] of [
    [0, 2],
    [29_999, 2],
    [30_000, 3],
  ] as const) {
    state.time = time
    await expect(resolve('broken.example', 'A')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(state.created).toBe(created)
  }
})

test('the cache keeps the latest 5,000 answers', async () => {
  const queries: string[] = []
  const resolve = withDnsCache(async (name) => {
    queries.push(name)
    return [name]
  })
  for (let n = 0; n < 5_001; n++) await resolve(`${n}.example`, 'TXT')
  queries.length = 0
  for (const n of [5_000, 1, 0]) expect(await resolve(`${n}.example`, 'TXT')).toEqual([`${n}.example`])
  expect(queries, 'only the oldest is asked for again').toEqual(['0.example'])
})
