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
/** The names whose types differ. `true` means that there are none. */
type Wrong<Holds> = { [N in keyof Holds]: Holds[N] extends true ? never : N }[keyof Holds]

type Answers = {
  [N in keyof Operations]: Operations[N]['data'] extends Response
    ? true
    : Same<Operations[N]['data'], z.output<Of<N, 'response'>>>
}
/** Narrower than the contract where it accepts anything and converts it to a number, and complete. */
type Bodies = {
  [N in keyof Operations]: Operations[N]['body'] extends { files: Blob } | { files?: Blob }
    ? true
    : [Operations[N]['body']] extends [z.input<Of<N, 'body'>>]
      ? Same<keyof Operations[N]['body'], keyof z.input<Of<N, 'body'>>>
      : false
}
/** Everything in a URL is a string, whatever it is parsed as. */
type Queries = {
  [N in keyof Operations]: Operations[N]['query'] extends Record<string, never>
    ? true
    : Same<keyof Operations[N]['query'], keyof z.input<Of<N, 'query'>>>
}

// Checked by `npm run types`: lists the differences between client and contract.
const failures: Wrong<Answers> | Wrong<Bodies> | Wrong<Queries> | 'none' = 'none'
const compiles: [Wrong<Answers>, Wrong<Bodies>, Wrong<Queries>] extends [never, never, never]
  ? 'none'
  : never = failures

test('the client has every operation of the contract, with the same types', () => {
  expect(compiles).toBe('none')
  expect(Object.keys(operations).sort()).toEqual([...allEndpoints.keys()].sort())
  for (const [name, { method, path }] of allEndpoints)
    expect(operations[name as keyof Operations]).toMatchObject({ method, path })
})
