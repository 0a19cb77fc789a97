import { allEndpoints, type features } from '@parley/contract/all-endpoints'
import type { Endpoint } from '@parley/contract/shared/endpoint'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Operations, operations } from '../src/generated/operations.ts'

type Features = typeof features
type Named = { [N in keyof Features as Features[N] extends Endpoint ? N : never]: Features[N] }
type Of<N, Part extends 'query' | 'body' | 'response'> = N extends keyof Named
  ? Named[N] extends Endpoint
    ? Named[N][Part]
    : never
  : never

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
/** The names for which the two differ. `true` beside them means that there is none. */
type Wrong<Holds> = { [N in keyof Holds]: Holds[N] extends true ? never : N }[keyof Holds]

type Answers = {
  [N in keyof Operations]: Operations[N]['data'] extends Response
    ? true
    : Same<Operations[N]['data'], z.output<Of<N, 'response'>>>
}
/** Narrower where the contract takes anything and makes a number of it, and complete. */
type Bodies = {
  [N in keyof Operations]: Operations[N]['body'] extends { files: Blob } | { files?: Blob }
    ? true
    : [Operations[N]['body']] extends [z.input<Of<N, 'body'>>]
      ? Same<keyof Operations[N]['body'], keyof z.input<Of<N, 'body'>>>
      : false
}
/** All of it is text in an address, whatever it is read as. */
type Queries = {
  [N in keyof Operations]: Operations[N]['query'] extends Record<string, never>
    ? true
    : Same<keyof Operations[N]['query'], keyof z.input<Of<N, 'query'>>>
}

// Checked by `npm run types`: names what is otherwise in the client than in the contract.
const failures: Wrong<Answers> | Wrong<Bodies> | Wrong<Queries> | 'none' = 'none'
const compiles: [Wrong<Answers>, Wrong<Bodies>, Wrong<Queries>] extends [never, never, never]
  ? 'none'
  : never = failures

test('the client has each call of the contract, with the very types of the contract', () => {
  expect(compiles).toBe('none')
  expect(Object.keys(operations).sort()).toEqual([...allEndpoints.keys()].sort())
  for (const [name, { method, path }] of allEndpoints)
    expect(operations[name as keyof Operations]).toMatchObject({ method, path })
})
