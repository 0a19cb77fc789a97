import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '../all-endpoints.ts'
import { exampleOf } from './example-of.ts'

test.each([...allEndpoints])('the examples of %s are what the contract takes and answers', (_name, e) => {
  if (!(e.body instanceof z.ZodUndefined)) {
    const body = exampleOf(e.body, 'input', e.tag)
    expect(e.body.safeParse(body).error?.issues, JSON.stringify(body)).toBeUndefined()
  }
  if (e.answers) return
  const answer = exampleOf(e.response, 'output', e.tag)
  expect(e.response.safeParse(answer).error?.issues, JSON.stringify(answer)).toBeUndefined()
  // Every field that an answer can have is shown.
  expect(answer).toBeDefined()
})
